import type { Change, Location, TextContent } from '../../core/change/change.ts';
import { isCut } from '../../core/diff/diff.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { staleness } from '../../core/change/staleness.ts';
import type { ReadMemory } from '../ports/ports.ts';

/** A file in which the plan changes lines that also changed since the agent last read it. */
interface Stale {
  readonly at: Location;
  readonly now: TextContent;
  /** What changed since the read, perhaps cut. */
  readonly diff: string;
}

/** Maximum length of all diffs in an error, in UTF-16 units; the first one is always shown. */
const maxDiffChars = 6000;

/**
 * Compares the files of a plan with what an agent last read or wrote.
 *
 * @returns sentences about files in which other lines changed
 * @throws ToolError STALE if the lines that are about to change did
 */
export function checkStaleness(changes: readonly Change[], reads: ReadMemory): string[] {
  const stale: Stale[] = [];
  const notes: string[] = [];
  for (const change of changes) {
    if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') continue;
    const { at, before, after, edits } = change;
    const read = reads.lastRead(at);
    if (read === undefined || read.sha256 === before.sha256) continue;
    const found = staleness(read.text, before.text, after.text, edits, at.path);
    if (found.kind === 'stale') stale.push({ at, now: before, diff: found.diff });
    else if (found.kind === 'moved')
      notes.push(`Other lines of ${at.path} changed since it was last read (now: ${found.ranges}).`);
  }
  if (stale.length > 0) throw staleError(stale, reads);
  return notes;
}

/** Words the STALE error, and marks each file whose whole diff it shows as read, so that the call can be repeated. */
export function staleError(stale: readonly Stale[], reads: ReadMemory): ToolError {
  const shown: string[] = [];
  const unread: string[] = [];
  for (const { at, now, diff } of stale) {
    const hasRoom = shown.length === 0 || shown.join('').length + diff.length <= maxDiffChars;
    if (hasRoom) shown.push(diff);
    if (hasRoom && !isCut(diff)) reads.remember(at, now);
    else unread.push(at.path);
  }
  const paths = stale.map(({ at }) => at.path).join(', ');
  const next =
    unread.length === 0
      ? 'Everything that changed is shown below and counts as read: if the call still says what you mean, line numbers included, repeat it as it is; otherwise, change it.'
      : `Read ${unread.join(', ')} again with redline_read_file, then repeat the call.`;
  return new ToolError(
    'STALE',
    `${paths} changed since it was last read, in the lines this call would change. ${next} Changed since:\n${shown.join('')}`,
  );
}
