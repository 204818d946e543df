// Remembers which lines of a file a chat has seen: read, written, or shown in an answer. Tools that edit by line number
// refuse lines that the chat has not seen.
import { runYielding } from '../../async/eventLoop.ts';
import type { Change, Content, Location, TextContent } from '../../core/change/change.ts';
import { compareChangeSync } from '../../core/change/changeComparison.ts';
import { writtenLineRanges } from '../../core/change/summary.ts';
import { changedLineRanges, defaultContext, type LineRange } from '../../core/diff/diff.ts';
import { shownRanges } from '../../core/diff/excerpt.ts';
import { compareLines, compareLinesYielding } from '../../core/diff/lineBlocks.ts';
import { carrySeenLines, type SeenLines } from '../../core/diff/seenLines.ts';
import { isNotebookPath } from '../shared/parseNotebook.ts';
import type { ReadMemory } from '../ports/ports.ts';

type ChangeWithAfter = Extract<Change, { readonly after: Content }>;

/**
 * Remembers the lines of an applied change: those that the plan wrote, those seen before, and those that the answer
 * shows.
 * @param change as applied; the user or a formatter may have changed it further
 * @param planned the same change as the tool planned it; undefined if the plan has none of this file
 */
export function rememberApplied(change: Change, planned: Change | undefined, reads: ReadMemory): void {
  if ('after' in change) reads.remember(change.at, change.after, seenLinesAfter(change, planned, reads));
}

/** Remembers a text after the model was shown its whole diff from the text last read. */
export function rememberShownDiff(at: Location, current: TextContent, reads: ReadMemory): void {
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

/** The lines seen after a change; undefined if all lines count as seen, as in `ReadMemory.remember`. */
function seenLinesAfter(
  change: ChangeWithAfter,
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
