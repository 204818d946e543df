// Finds which edits of a planned text are in the text that was written, of which the user may have excluded parts.
import { compareLines, type Comparison } from './lineBlocks.ts';
import { differingRange } from './differingRange.ts';
import type { DiffBlock } from './lineDiff.ts';
import { firstIndex } from '../text/firstIndex.ts';
import { lineAt, type TextEdit } from '../text/text.ts';
import { shouldYield, type Yielding } from '../async/yielding.ts';

/** A planned text, and what it was compared with. */
interface PlannedText {
  readonly before: string;
  readonly after: string;
  readonly comparison: Comparison;
}

/** A range of a text, in UTF-16 units. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns a function that tells whether a range of the planned text, with what it replaced, is in `written`. */
export function createIsWritten(planned: PlannedText, written: string): (range: TextRange) => boolean {
  const { blocks, afterStarts } = planned.comparison;
  const writtenBlocks = findWrittenBlocks(planned, written);
  return ({ start, end }) => {
    const first = lineAt(afterStarts, start);
    const last = lineAt(afterStarts, Math.max(start, end - 1));
    const from = firstIndex(blocks, ({ afterEnd }) => afterEnd > first);
    const to = firstIndex(blocks, ({ afterStart }) => afterStart > last);
    if (from < to) return blocks.slice(from, to).some((block) => writtenBlocks.has(block));
    // Only a block that removes lines can be there: above the range's line, or below it if the range is inside it.
    const removedAt = start === afterStarts[first] ? first : first + 1;
    const removal = blocks[firstIndex(blocks, ({ afterStart }) => afterStart >= removedAt)];
    // Without a block, a later edit took back the range.
    return removal?.afterStart !== removedAt || removal.afterEnd !== removedAt || writtenBlocks.has(removal);
  };
}

/** The blocks of the planned text that were written, as planned or amended. */
function findWrittenBlocks(planned: PlannedText, written: string): ReadonlySet<DiffBlock> {
  return findIncludedBlocks(planned, written) ?? findAmendedBlocks(planned, written);
}

/** The blocks in a text that has each block as a whole or not at all; undefined for another text. */
function findIncludedBlocks({ before, after, comparison }: PlannedText, written: string) {
  const { blocks, beforeStarts, afterStarts } = comparison;
  const included = new Set<DiffBlock>();
  let offset = afterStarts[blocks[0]?.afterStart ?? 0] ?? 0;
  if (!written.startsWith(after.slice(0, offset))) return undefined;
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const below = after.slice(
      afterStarts[block.afterEnd],
      next === undefined ? undefined : afterStarts[next.afterStart],
    );
    const newText = after.slice(afterStarts[block.afterStart], afterStarts[block.afterEnd]) + below;
    const oldText = before.slice(beforeStarts[block.beforeStart], beforeStarts[block.beforeEnd]) + below;
    const text = [newText, oldText].find((side) => written.startsWith(side, offset));
    if (text === undefined) return undefined;
    if (text === newText) included.add(block);
    offset += text.length;
  }
  return offset === written.length ? included : undefined;
}

/** The blocks in whose lines an amended text differs from the text before. */
function findAmendedBlocks({ before, comparison }: PlannedText, written: string): ReadonlySet<DiffBlock> {
  const { blocks } = compareLines(before, written);
  const isChanged = ({ beforeStart, beforeEnd }: DiffBlock): boolean => {
    const block = blocks[firstIndex(blocks, (other) => other.beforeEnd >= beforeStart)];
    const nextBlock = blocks[firstIndex(blocks, (other) => other.beforeEnd > beforeStart)];
    return [block, nextBlock].some(
      (other) =>
        other !== undefined &&
        (beforeStart === beforeEnd || other.beforeStart === other.beforeEnd
          ? other.beforeStart <= beforeEnd && beforeStart <= other.beforeEnd
          : other.beforeStart < beforeEnd && beforeStart < other.beforeEnd),
    );
  };
  return new Set(comparison.blocks.filter(isChanged));
}

/** Edits without the text that both sides have at their ends, so that they touch only the lines that they change. */
export function trimEdits(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.map((edit) => {
    const trimmed = differingRange(text.slice(edit.start, edit.end), edit.text);
    if (trimmed === undefined) return { ...edit, start: edit.end, text: '' };
    return { start: edit.start + trimmed.start, end: edit.start + trimmed.end, text: trimmed.text };
  });
}

/** For each of consecutive lists of edits, the ranges of their new texts in the text after all of them. */
export function* findFinalRanges(steps: readonly (readonly TextEdit[])[]): Yielding<TextRange[][]> {
  const sinceYield = { lines: 0 };
  const ranges: TextRange[][] = [];
  for (const edits of steps) {
    const shifts = shiftsOf(edits);
    for (const earlier of ranges) {
      for (const [index, range] of earlier.entries()) {
        earlier[index] = moveRange(range, edits, shifts);
        if (shouldYield(sinceYield, 1)) yield;
      }
    }
    ranges.push(edits.map(({ start, text }, index) => rangeAt(start + (shifts[index - 1] ?? 0), text.length)));
  }
  return ranges;
}

function rangeAt(start: number, length: number): TextRange {
  return { start, end: start + length };
}

/** Moves a range by later edits; an insertion at its end does not extend it. */
function moveRange({ start, end }: TextRange, edits: readonly TextEdit[], shifts: readonly number[]): TextRange {
  const movedStart = moveOffset(start, edits, shifts);
  return { start: movedStart, end: end === start ? movedStart : moveOffset(end - 1, edits, shifts) + 1 };
}

/** The shift of the text after each edit of a sorted list. */
export function shiftsOf(edits: readonly TextEdit[]): number[] {
  const shifts: number[] = [];
  for (const { start, end, text } of edits) shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
  return shifts;
}

/** Moves an offset by later edits and their `shiftsOf`; one inside a replaced text moves to the start of the new text. */
export function moveOffset(offset: number, edits: readonly TextEdit[], shifts: readonly number[]): number {
  const next = firstIndex(edits, ({ end }) => end > offset);
  const start = edits[next]?.start ?? offset;
  return Math.min(offset, start) + (shifts[next - 1] ?? 0);
}
