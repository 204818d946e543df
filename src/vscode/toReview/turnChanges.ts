// Lists the changes of an agent's turn from the history and from Watch.

import type { Location } from '../../core/change/change.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import type { TurnEvent } from '../../core/toReview/turnChanges.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { isOpenable, type Step } from '../../core/watch/reviewItem.ts';
import type { History } from '../history/callHistory.ts';
import type { Reverter } from './reverter.ts';
import type { TurnChange, TurnSide } from './turnPlan.ts';

export interface ListedTurn {
  /** Newest first. */
  readonly changes: readonly TurnChange[];
  /** Calls that are reverted completely. Parts of other calls are in `unrevertedPaths`; undo in the history reverts those. */
  readonly calls: readonly JournalEntry[];
  /** Paths that stay as they are: large files, moved folders, and files without a stored copy or with an unusable name. */
  readonly unrevertedPaths: readonly string[];
}

/** Lists the changes of a turn. @param events newest first */
export async function listTurn(
  events: readonly TurnEvent[],
  reverter: Pick<Reverter, 'createLocator' | 'lazySideOf'>,
  history: Pick<History, 'contentOf'>,
): Promise<ListedTurn> {
  const locate = reverter.createLocator();
  const [changes, calls, unrevertedPaths]: [TurnChange[], JournalEntry[], string[]] = [[], [], []];
  for (const event of events) {
    if (event.kind === 'step') {
      const { step } = event;
      if (!isRevertible(step)) unrevertedPaths.push(step.path.toWellFormed());
      else changes.push(stepChange(step, await locate(step.folder, step.path), reverter));
      continue;
    }
    const { entry } = event;
    const entryChanges = entry.changes
      .toReversed()
      .map((stored) => ({ stored, changes: callChanges(entry, stored, history) }));
    if (entryChanges.every((each) => each.changes !== undefined)) calls.push(entry);
    for (const each of entryChanges) {
      if (each.changes === undefined) unrevertedPaths.push(each.stored.at.path);
      else changes.push(...each.changes);
    }
  }
  return { changes, calls, unrevertedPaths: [...new Set(unrevertedPaths)] };
}

function isRevertible({ path, before, after }: Step): boolean {
  return isOpenable(path) && [before, after].every((side) => side?.withheld === undefined);
}

function stepChange(
  { folder, path, before, after }: Step,
  at: Location,
  reverter: Pick<Reverter, 'lazySideOf'>,
): TurnChange {
  return {
    kind: 'file',
    at,
    before: reverter.lazySideOf(folder, path, before),
    after: reverter.lazySideOf(folder, path, after),
  };
}

/** Splits one change of a call into changes of single files, newest first; undefined for large files and moved folders. */
function callChanges(
  entry: JournalEntry,
  change: StoredChange,
  history: Pick<History, 'contentOf'>,
): TurnChange[] | undefined {
  const { at } = change;
  if (change.kind === 'createDirectory') return [{ kind: 'folderCreated', at }];
  const mode = { before: modeBefore(entry, change), after: modeOf(change.mode?.after) };
  const before = 'before' in change ? sideOf(entry, change.before, mode.before, history) : undefined;
  const after = 'after' in change ? sideOf(entry, change.after, mode.after, history) : undefined;
  if (change.kind === 'delete' && before === 'folder') return [{ kind: 'folderDeleted', at }];
  if (typeof before === 'string' || typeof after === 'string') return undefined;
  const fileChange: TurnChange = { kind: 'file', at, before, after };
  if (change.kind !== 'move') return [fileChange];
  const move: TurnChange = { kind: 'move', from: change.from, at };
  const hasSameContent = JSON.stringify(change.before) === JSON.stringify(change.after);
  return hasSameContent ? [move] : [fileChange, move];
}

type StoredSide = Extract<StoredChange, { readonly kind: 'move' }>['before'];
type CallSide = TurnSide | 'folder' | 'notKept';

function sideOf(
  entry: JournalEntry,
  content: StoredSide,
  mode: TurnSide['mode'],
  history: Pick<History, 'contentOf'>,
): CallSide {
  switch (content.kind) {
    case 'text':
    case 'binary':
      return { mode, load: async () => (await history.contentOf(entry, content)).bytes };
    case 'link':
      return { mode: 'link', load: async () => encodeUtf8(content.target) };
    case 'directory':
      return 'folder';
    case 'large':
    case 'unread':
      return 'notKept';
  }
}

/**
 * Looks up the mode before a change. The journal has the permissions of deleted files; of others, the mode only if the
 * call changed it.
 */
function modeBefore({ permissions }: JournalEntry, change: StoredChange): TurnSide['mode'] {
  if (change.kind === 'createDirectory') return undefined;
  const bits = change.kind === 'delete' ? permissions?.[change.at.uri] : undefined;
  return modeOf(bits === undefined ? change.mode?.before : (bits & 0o100) !== 0);
}

function modeOf(isExecutable: boolean | undefined): TurnSide['mode'] {
  return isExecutable === undefined ? undefined : isExecutable ? 'executable' : 'file';
}
