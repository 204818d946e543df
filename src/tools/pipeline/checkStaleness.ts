// Checks whether the files of a plan have changed since the agent last read them.

import type { Change, Content, Location } from '../../core/change/change.ts';
import { judgeStaleness, type Staleness } from '../../core/change/staleness.ts';
import { isTruncated } from '../../core/diff/diff.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { ReadMemory } from '../ports/ports.ts';
import { pluralize } from '../../core/wording/phrase.ts';
import { rememberShownDiff } from './rememberSeenLines.ts';

/** A change of something that exists. */
type ChangeWithBefore = Extract<Change, { readonly before: Content }>;

/** A file in which the plan changes lines that have also changed since the agent last read it. */
interface StaleFile {
  readonly at: Location;
  readonly current: Content;
  /** The changes since the read, perhaps truncated. */
  readonly diff: string;
}

/** Maximum length of all diffs in an error, in UTF-16 units; the first one is always shown, as callers limit each. */
export const maxStaleDiffChars = 6000;

/**
 * Compares the files of a plan with their state when the agent last read or wrote them.
 *
 * @returns notes, as sentences, about files in which only other lines changed
 * @throws ToolError STALE if the lines of the plan changed
 */
export function checkStaleness(changes: readonly Change[], reads: ReadMemory): string[] {
  const staleFiles: StaleFile[] = [];
  const notes: string[] = [];
  for (const change of changes) {
    if (!('before' in change)) continue;
    const { before } = change;
    const at = change.kind === 'move' ? change.from : change.at;
    const lastRead = reads.lastRead(at);
    const isSameContent = 'sha256' in before && lastRead?.sha256 === before.sha256;
    if (lastRead === undefined || isSameContent) continue;
    const staleness = judgeChange(lastRead.text, change, at.path);
    if (staleness.kind === 'stale') staleFiles.push({ at, current: before, diff: staleness.diff });
    else if (staleness.kind === 'moved')
      notes.push(`Other lines of ${at.path} changed since it was last read (before this call: ${staleness.ranges}).`);
  }
  if (staleFiles.length > 0) throw reportStaleFiles(staleFiles, reads);
  return notes;
}

/** Compares the content before a change, which is the current one, with the text last read. */
function judgeChange(textRead: string, change: ChangeWithBefore, path: string): Staleness {
  const { before } = change;
  if (before.kind !== 'text') {
    // A move keeps the content, whatever it is now.
    if (change.kind === 'move') return { kind: 'fresh' };
    return { kind: 'stale', diff: `${path} was text, and is ${describeKind(before)} now.\n` };
  }
  const plannedText = change.kind !== 'delete' && change.after.kind === 'text' ? change.after.text : undefined;
  return judgeStaleness(textRead, before.text, plannedText, change.kind === 'update' ? change.edits : undefined, path);
}

function describeKind(content: Exclude<Content, { kind: 'text' }>): string {
  if (content.kind === 'binary') return `a binary file of ${pluralize(content.bytes.length, 'byte')}`;
  if (content.kind === 'link') return 'a symbolic link';
  return content.kind === 'directory' ? 'a directory' : `a file of ${pluralize(content.size, 'byte')}`;
}

/** Creates the STALE error. Remembers each file whose whole diff it shows as read, so that the call can be repeated. */
export function reportStaleFiles(staleFiles: readonly StaleFile[], reads: ReadMemory): ToolError {
  const shownDiffs: string[] = [];
  const unreadPaths: string[] = [];
  for (const { at, current, diff } of staleFiles) {
    const hasRoom = shownDiffs.length === 0 || shownDiffs.join('').length + diff.length <= maxStaleDiffChars;
    if (hasRoom) shownDiffs.push(diff);
    const isShown = hasRoom && !isTruncated(diff);
    if (!isShown) unreadPaths.push(at.path);
    else if (current.kind === 'text') rememberShownDiff(at, current, reads);
    else reads.remember(at, current);
  }
  const paths = staleFiles.map(({ at }) => at.path).join(', ');
  const advice =
    unreadPaths.length === 0
      ? 'Everything that changed is shown below and counts as read: if the call still says what you mean, line numbers included, repeat it as it is; otherwise, change it.'
      : `Read ${unreadPaths.join(', ')} again with redline_read_file, then repeat the call.`;
  return new ToolError(
    'STALE',
    `${paths} changed since it was last read, in the lines this call would change. ${advice} Changed since:\n${shownDiffs.join('')}`,
  );
}
