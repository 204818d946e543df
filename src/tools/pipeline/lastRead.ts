// Compares the files of a call with what the agent last read of them, and remembers which of their lines it has seen
// since: read, written, or shown in an answer. Tools that edit by line number refuse lines that it has not seen.

import { forEachInSequence, runYielding } from '../../async/eventLoop.ts';
import type { Change, Content, Location, TextContent } from '../../core/change/change.ts';
import { compareChangeSync } from '../../core/change/changeComparison.ts';
import { judgeStaleness, type Staleness } from '../../core/change/staleness.ts';
import { writtenLineRanges } from '../../core/change/summary.ts';
import { defaultContext, isTruncated } from '../../core/diff/diff.ts';
import { shownRanges } from '../../core/diff/excerpt.ts';
import { compareLines, compareLinesYielding, changedLineRanges, type LineRange } from '../../core/diff/lineBlocks.ts';
import { carrySeenLines, type SeenLines, type ReadMemory } from '../../core/change/readMemory.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { pluralize } from '../../core/wording/phrase.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';

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

/** Remembers a text after the model was shown its whole diff from the text last read. */
function rememberShownDiff(at: Location, current: TextContent, reads: ReadMemory): void {
  const seenBefore = isNotebookPath(at.path) ? undefined : lastSeenLines(reads, at, current);
  if (seenBefore === undefined) {
    // All lines count as seen: the lines of a notebook always do, and the diff of a text that was never read shows all
    // of it.
    reads.remember(at, current);
    return;
  }
  const comparison = compareLines(reads.lastRead(at)?.text ?? '', current.text);
  const lineCount = comparison.afterStarts.length - 1;
  // The whole diff was shown, so that no limit on lines applies.
  const shown = shownRanges(changedLineRanges(comparison), lineCount, defaultContext, Infinity);
  reads.remember(at, current, [...seenBefore, ...shown.map(toSeenLines)]);
}

/** Remembers the lines that a page shows, and earlier seen lines that have kept their text and number. */
export async function rememberPage(
  at: Location,
  current: TextContent,
  seen: readonly SeenLines[],
  reads: ReadMemory,
): Promise<void> {
  const lastRead = reads.lastRead(at);
  let seenBefore = lastRead?.seen ?? [];
  if (lastRead !== undefined && lastRead.text !== current.text) {
    const { blocks } = await runYielding(compareLinesYielding(lastRead.text, current.text));
    seenBefore = carrySeenLines(seenBefore, blocks, 'unmoved');
  }
  reads.remember(at, current, [...seenBefore, ...seen]);
}

/**
 * Remembers the lines of applied changes: those that the plan wrote, those seen before, and those that the answer shows.
 * @param changes as applied; the user or a formatter may have changed them further
 * @param plannedChanges as the tool planned them
 */
export function rememberApplied(
  changes: readonly Change[],
  plannedChanges: readonly Change[],
  reads: ReadMemory,
): Promise<void> {
  const plannedByUri = new Map(
    plannedChanges.flatMap((change) => ('after' in change ? [[change.at.uri, change]] : [])),
  );
  return forEachInSequence(changes, (change) => {
    if ('after' in change)
      reads.remember(change.at, change.after, seenLinesAfter(change, plannedByUri.get(change.at.uri), reads));
  });
}

/**
 * The lines seen after a change; undefined if all lines count as seen, as in `ReadMemory.remember`.
 * @param planned the same change as the tool planned it; undefined if the plan has none of this file
 */
function seenLinesAfter(
  change: Extract<Change, { readonly after: Content }>,
  planned: Change | undefined,
  reads: ReadMemory,
): readonly SeenLines[] | undefined {
  // Lines of cells cannot be carried over a diff of the notebook's JSON, so all count as seen.
  if (isNotebookPath(change.at.path)) return undefined;
  // Only text has lines.
  if (change.after.kind !== 'text') return undefined;
  // `edits` is undefined for a rewrite, but also for an applied change that the user altered. Only the plan tells them
  // apart.
  const isRewritten = planned?.kind === 'update' && planned.edits === undefined;
  const hasChatWrittenAll = change.kind === 'create' || isRewritten;
  if (hasChatWrittenAll) return undefined;
  const comparison = compareChangeSync(change);
  if (comparison === undefined) return [];
  const shown = shownRanges(changedLineRanges(comparison), comparison.afterStarts.length - 1).map(toSeenLines);
  // A copy has the text of its source, so lines seen there are seen here.
  if (change.kind === 'copy') return [...(lastSeenLines(reads, change.from, change.after) ?? []), ...shown];
  // A text that replaces bytes was written as a whole.
  if (change.before.kind !== 'text') return undefined;
  const seenBefore = lastSeenLines(reads, change.kind === 'move' ? change.from : change.at, change.before) ?? [];
  return [...carrySeenLines(seenBefore, comparison.blocks), ...findWritten(planned, change.after), ...shown];
}

/** The lines that a planned change writes, if they survived the edits of the user or a formatter. */
function findWritten(planned: Change | undefined, { text }: TextContent): readonly SeenLines[] {
  if (planned === undefined || !('after' in planned) || planned.after.kind !== 'text') return [];
  return carrySeenLinesTo(text, planned.after.text, writtenLineRanges(planned).map(toSeenLines));
}

/** The lines of a text that were seen at the last read; undefined if the chat has never read or written the file. */
function lastSeenLines(reads: ReadMemory, at: Location, { text }: TextContent): readonly SeenLines[] | undefined {
  const lastRead = reads.lastRead(at);
  return lastRead && carrySeenLinesTo(text, lastRead.text, lastRead.seen);
}

/** Converts seen lines of an earlier text to lines of `text`; changed lines are dropped. */
function carrySeenLinesTo(text: string, earlierText: string, seen: readonly SeenLines[]): readonly SeenLines[] {
  return text === earlierText ? seen : carrySeenLines(seen, compareLines(earlierText, text).blocks);
}

function toSeenLines({ start, end }: LineRange): SeenLines {
  return { cell: undefined, start, end };
}
