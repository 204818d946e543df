// Compares two texts line by line: the one comparison from which diffs, counts and line numbers are derived.
import { diffListsYielding, maxSteps, type DiffBlock, type Lines } from './lineDiff.ts';
import { NumberList, lineAt, lineStarts, firstIndex, type TextEdit } from '../text/text.ts';
import { runSync, countTowardsYield, type Yielding } from '../async/yielding.ts';

/** The difference of two texts by lines; a line's ending is part of it. */
export interface Comparison {
  /** The `lineStarts` of the text before. */
  readonly beforeStarts: Int32Array;
  /** The `lineStarts` of the text after. */
  readonly afterStarts: Int32Array;
  /** The blocks of lines that differ. */
  readonly blocks: readonly DiffBlock[];
}

/** Lines `start` to `end` (1-based, inclusive); `end = start - 1` for an empty range before line `start`. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Compares two texts line by line.
 *
 * @param edits those that turn `before` into `after`, sorted (offsets in `before`). If they are known, only the lines
 * that they touch are compared, so that the time is linear.
 */
export function compareLines(before: string, after: string, edits?: readonly TextEdit[]): Comparison {
  return runSync(compareLinesYielding(before, after, edits));
}

/** `compareLines` as a time-sliced generator; `beforeStarts` are the `lineStarts` of `before`, if known. */
export function* compareLinesYielding(
  before: string,
  after: string,
  edits?: readonly TextEdit[],
  beforeStarts: Int32Array = lineStarts(before),
): Yielding<Comparison> {
  const sinceYield = { units: 0 };
  if (countTowardsYield(sinceYield, beforeStarts.length)) yield;
  const wholeText = { start: 0, end: before.length, startShift: 0, endShift: after.length - before.length };
  const parts = edits === undefined ? [wholeText] : yield* touchedParts(before, after, beforeStarts, edits);
  const budget = { steps: maxSteps };
  const blocks: DiffBlock[] = [];
  const afterStarts = new NumberList(beforeStarts.length);
  afterStarts.push(0);
  /** The line of the text before up to which `afterStarts` and `blocks` are complete. */
  let beforeLine = 0;
  for (const { start, end, startShift, endShift } of parts) {
    const firstEqualLine = beforeLine;
    beforeLine = appendShiftedStarts(beforeStarts, beforeLine, start, startShift, afterStarts);
    if (countTowardsYield(sinceYield, beforeLine - firstEqualLine)) yield;
    // Without edits the part is the whole text, whose line starts are known.
    const beforeLines = lazyLines(before.slice(start, end), edits === undefined ? beforeStarts : undefined);
    if (countTowardsYield(sinceYield, beforeLines.length)) yield;
    const afterLines = lazyLines(after.slice(start + startShift, end + endShift));
    if (countTowardsYield(sinceYield, afterLines.length)) yield;
    const partBlocks = yield* diffListsYielding(beforeLines, afterLines, budget);
    const afterLine = afterStarts.length - 1;
    for (const block of partBlocks) blocks.push(shiftBlock(block, beforeLine, afterLine));
    for (let at = 0; at < afterLines.length; at++)
      afterStarts.push(afterStarts.last + (afterLines.at(at)?.length ?? 0));
    beforeLine += beforeLines.length;
  }
  appendShiftedStarts(beforeStarts, beforeLine, before.length, after.length - before.length, afterStarts);
  return { beforeStarts, afterStarts: afterStarts.toArray(), blocks };
}

function shiftBlock(block: DiffBlock, beforeLine: number, afterLine: number): DiffBlock {
  return {
    beforeStart: beforeLine + block.beforeStart,
    beforeEnd: beforeLine + block.beforeEnd,
    afterStart: afterLine + block.afterStart,
    afterEnd: afterLine + block.afterEnd,
  };
}

/**
 * Appends the starts of the equal lines after `line`, up to the one at offset `end` in the text before, shifted by
 * `shift` to the text after. Returns the number of the line at `end`.
 */
function appendShiftedStarts(starts: Int32Array, line: number, end: number, shift: number, output: NumberList): number {
  let index = line;
  for (; (starts[index] ?? end) < end; index++) output.push((starts[index + 1] ?? 0) + shift);
  return index;
}

/** The lines of a text, each with its ending, sliced on access to save memory. @param starts its `lineStarts` */
function lazyLines(text: string, starts?: Int32Array): Lines {
  // Fast path: most parts are one line.
  if (text.indexOf('\n') === text.length - 1 && text !== '' && !text.includes('\r')) return [text];
  const offsets = starts ?? lineStarts(text);
  return { length: offsets.length - 1, at: (line) => text.slice(offsets[line], offsets[line + 1]) };
}

/** `[start, end)` of the old text, which became `[start + startShift, end + endShift)` of the new text. */
interface ShiftedRange {
  readonly start: number;
  readonly end: number;
  readonly startShift: number;
  readonly endShift: number;
}

/** The parts touched by edits, extended to whole lines in both texts; those that share a line are joined. */
function* touchedParts(
  before: string,
  after: string,
  beforeStarts: Int32Array,
  edits: readonly TextEdit[],
): Yielding<readonly ShiftedRange[]> {
  const sinceYield = { units: 0 };
  const parts: ShiftedRange[] = [];
  let shift = 0;
  for (const edit of edits) {
    const endShift = shift + edit.text.length - (edit.end - edit.start);
    const start = partStart(before, beforeStarts, edit.start);
    const end = partEnd(before, after, beforeStarts, edit.end, endShift);
    const previous = parts.at(-1);
    const startsOwnLine = before[start - 1] === '\n' && after[start + shift - 1] === '\n';
    const isAdjacent = start === previous?.end && startsOwnLine;
    if (previous !== undefined && start <= previous.end && !isAdjacent) {
      parts[parts.length - 1] = { ...previous, end: Math.max(end, previous.end), endShift };
    } else parts.push({ start, end, startShift: shift, endShift });
    shift = endShift;
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  return parts;
}

/** Start of the edit's first line, or of the line before if the edit may complete a CR there to a CRLF. */
function partStart(before: string, starts: Int32Array, start: number): number {
  if (start === 0 || before[start - 1] === '\n') return start;
  return starts[lineAt(starts, start - 1)] ?? 0;
}

/** End of the edit's last line, or of the edit itself if a line ends there in both texts. */
function partEnd(before: string, after: string, starts: Int32Array, end: number, endShift: number): number {
  const endsBefore = end === 0 || before[end - 1] === '\n';
  const endsAfter = end + endShift === 0 || after[end + endShift - 1] === '\n';
  return endsBefore && endsAfter ? end : (starts[lineAt(starts, end) + 1] ?? before.length);
}

/** Counts the lines that a diff of the comparison adds and removes. */
export function countChanges({ blocks }: Pick<Comparison, 'blocks'>): {
  readonly added: number;
  readonly removed: number;
} {
  const cached = countsByBlocks.get(blocks);
  if (cached !== undefined) return cached;
  let [added, removed] = [0, 0];
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of blocks) {
    added += afterEnd - afterStart;
    removed += beforeEnd - beforeStart;
  }
  const counts = { added, removed };
  countsByBlocks.set(blocks, counts);
  return counts;
}

/** Cached counts by blocks, since several surfaces ask for those of each comparison. */
const countsByBlocks = new WeakMap<readonly DiffBlock[], ReturnType<typeof countChanges>>();

/** The ranges of lines that differ in the text after, in order; empty ranges where lines were only removed. */
export function changedLineRanges({ blocks }: Comparison): LineRange[] {
  return blocks.map((block) => ({ start: block.afterStart + 1, end: block.afterEnd }));
}

/**
 * Maps a line (1-based) of the text before to the text after. A line of a block maps to the same offset in it, clamped;
 * the line below an insertion maps to the first inserted line.
 */
export function mapLineToAfter({ blocks, afterStarts }: Comparison, line: number): number {
  const index = line - 1;
  const block = blocks[firstIndex(blocks, ({ beforeStart }) => beforeStart > index) - 1];
  if (block === undefined) return line;
  const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
  // `beforeStart` also counts for an insertion, whose block has no old line.
  const isInside = index === beforeStart || index < beforeEnd;
  const mappedIndex = isInside
    ? afterStart + Math.max(0, Math.min(index - beforeStart, afterEnd - afterStart - 1))
    : afterEnd + index - beforeEnd;
  return Math.min(mappedIndex + 1, Math.max(1, afterStarts.length - 1));
}
