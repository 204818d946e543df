// Determines what an agent's own tool wrote for an approved change, so that the history can record it.

import {
  isFileContent,
  type Change,
  type Content,
  type FileContent,
  type LargeContent,
  type Location,
} from '../../core/change/change.ts';
import { largeFileCopiesOf, type JournalEntry } from '../../core/journal/journalEntry.ts';
import { writtenLocations } from '../../core/change/summary.ts';
import { wholeFileLimit } from '../../core/text/sizeLimits.ts';
import type { Journal } from '../journal/journal.ts';
import { isAfter, isBefore, type Disk } from '../ports/localDisk.ts';

/** The result of the agent's tool for one approved change. */
export interface AgentOutcome {
  /** The change itself, changes that describe what was written instead, or none. */
  readonly writtenChanges: readonly Change[];
  /** Whether the files are neither as approved nor as before. */
  readonly isDifferent: boolean;
}

/**
 * Determines the outcome of a change. A later call may have changed the same files since, so the content that such a
 * call found in them is read from the journal. Only files that no later call changed are read from disk.
 */
export async function outcomeOf(
  journal: Journal,
  entry: JournalEntry,
  change: Change,
  disk: Disk,
): Promise<AgentOutcome> {
  if (change.kind === 'createDirectory') return outcomeOnDisk(change, disk);
  const target = await readBeforeNextChange(journal, entry, change.at);
  const source = change.kind === 'move' ? await readBeforeNextChange(journal, entry, change.from) : undefined;
  if (target === undefined && source === undefined) return outcomeOnDisk(change, disk);
  const content = target === undefined ? await readContentAt(change.at, disk) : target.content;
  const isGone = source === undefined ? await isSourceGone(change, disk) : source.content === undefined;
  return outcomeByContent(change, content, isGone);
}

/** Determines the outcome of a change from the files on disk. */
async function outcomeOnDisk(change: Change, disk: Disk): Promise<AgentOutcome> {
  if (await isAfter(change, disk)) return { writtenChanges: [change], isDifferent: false };
  if (await isBefore(change, disk)) return { writtenChanges: [], isDifferent: false };
  const current = change.kind === 'createDirectory' ? undefined : await readContentAt(change.at, disk);
  return { writtenChanges: changesMadeInstead(change, current, await isSourceGone(change, disk)), isDifferent: true };
}

async function isSourceGone(change: Change, { editor }: Disk): Promise<boolean> {
  return change.kind === 'move' && (await editor.stat(change.from.uri)) === undefined;
}

/** Determines the outcome of a change from the content at its path; `content` is undefined if nothing is there. */
function outcomeByContent(change: Change, content: Content | undefined, isSourceGone: boolean): AgentOutcome {
  const isMove = change.kind === 'move';
  const after = 'after' in change ? change.after : undefined;
  // Nothing was at the target of a move.
  const before = 'before' in change && !isMove ? change.before : undefined;
  const identity = identityOf(content);
  const isSourceAsApproved = isSourceGone === isMove;
  if (identity === identityOf(after) && isSourceAsApproved) return { writtenChanges: [change], isDifferent: false };
  if (identity === identityOf(before) && !isSourceGone) return { writtenChanges: [], isDifferent: false };
  const current = isFileContent(content) || content?.kind === 'large' ? content : undefined;
  return { writtenChanges: changesMadeInstead(change, current, isSourceGone), isDifferent: true };
}

/** Identifies a content: the hash of a file's bytes, else its kind (all folders are equal, and all links). */
function identityOf(content: Content | undefined): string | undefined {
  return content !== undefined && 'sha256' in content ? content.sha256 : content?.kind;
}

/**
 * Reads the content that the next call to change a location found there, which is the content that the agent left.
 *
 * @returns undefined if no later call changed the location; `content` is undefined if nothing was there
 */
async function readBeforeNextChange(
  journal: Journal,
  entry: JournalEntry,
  { real }: Location,
): Promise<{ readonly content: Content | undefined } | undefined> {
  const { entries } = journal;
  for (const next of entries.slice(entries.findIndex(({ id }) => id === entry.id) + 1)) {
    // The source of a copy does not count: the copy may have been edited.
    const stored = next.changes.find((later) => writtenLocations(later).some((location) => location.real === real));
    if (stored !== undefined) return { content: contentBefore(real, await journal.contents.changeOf(next.id, stored)) };
  }
  return undefined;
}

/** The content of a location before a change; undefined if nothing was there. */
function contentBefore(real: string, change: Change): Content | undefined {
  // The target of a move or copy was empty.
  if ('from' in change && change.from.real !== real) return undefined;
  return 'before' in change ? change.before : undefined;
}

/**
 * The changes to record if the files are not as approved: from the bytes before the approved change, which an undo
 * restores, to the file that is there now, if any.
 */
function changesMadeInstead(
  change: Change,
  current: FileContent | LargeContent | undefined,
  isSourceGone: boolean,
): Change[] {
  const { kind, at } = change;
  const created: Change[] = current === undefined ? [] : [{ kind: 'create', at, after: current }];
  if (kind === 'move') {
    const deletion: Change = { kind: 'delete', at: change.from, before: withoutLostBytes(change.before, change) };
    return isSourceGone ? [deletion, ...created] : created;
  }
  if (kind !== 'update' && kind !== 'delete') return created;
  const before = withoutLostBytes(change.before, change);
  if (current === undefined) return [{ kind: 'delete', at, before }];
  // An update needs the old bytes, so this is recorded as a deletion that cannot be undone, then a new file.
  if (before.kind === 'unread') return [{ kind: 'delete', at, before }, ...created];
  const hasOldBytes = isFileContent(before) || before.kind === 'large';
  // The same bytes: the difference is only in an unsaved document.
  return hasOldBytes && before.sha256 !== current.sha256 ? [{ kind: 'update', at, before, after: current }] : [];
}

/**
 * The content before a change, as an undo can restore it: a large file of which the journal has no copy becomes
 * `unread`, which marks its change as irreversible.
 */
function withoutLostBytes(before: Content, change: Change): Content {
  if (before.kind !== 'large' || largeFileCopiesOf(change).length > 0) return before;
  return { kind: 'unread', size: before.size };
}

/** Reads a file; only the size and hash of one that is too large to load. Undefined if no file is there. */
async function readContentAt(
  { uri, real }: Location,
  { editor, large }: Disk,
): Promise<FileContent | LargeContent | undefined> {
  const stat = await editor.stat(uri);
  if (stat === undefined || (stat.targetType ?? stat.type) !== 'file') return undefined;
  // The stat of a link has the size of the link.
  const { size } = stat.type === 'symlink' ? ((await editor.stat(real)) ?? stat) : stat;
  if (size > wholeFileLimit && large !== undefined && real.startsWith('file:'))
    return { kind: 'large', ...(await large.digest(real)) };
  return editor.decode(uri, await editor.readFile(uri));
}
