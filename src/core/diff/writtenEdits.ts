// Finds which edits of a planned text are in the text that was written, of which the user may have excluded parts.
import { compareLines, compareLinesYielding, type Comparison } from './lineBlocks.ts';
import { differingRange } from './differingRange.ts';
import type { DiffBlock } from './lineDiff.ts';
import { firstIndex } from '../text/firstIndex.ts';
import { lineAt, lineStarts, type TextEdit } from '../text/text.ts';
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

/** Maximum number of steps for each block, where both of its sides fit at several offsets. */
const maxStepsPerBlock = 10;

/** Returns a function that tells whether a range of the planned text, with what it replaced, is in `written`. */
export function createIsWritten(planned: PlannedText, written: string): (range: TextRange) => boolean {
  const { blocks, afterStarts } = planned.comparison;
  const writtenBlocks = findWrittenBlocks(planned, written);
  // The end of a text without a final newline is in its last line.
  const lastLine = afterStarts.length - (/[\r\n]/.test(planned.after.slice(-1)) ? 1 : 2);
  return ({ start, end }) => {
    const first = Math.min(lineAt(afterStarts, start), lastLine);
    const last = Math.min(lineAt(afterStarts, Math.max(start, end - 1)), lastLine);
    const from = firstIndex(blocks, ({ afterEnd }) => afterEnd > first);
    const to = firstIndex(blocks, ({ afterStart }) => afterStart > last);
    if (from < to) return blocks.slice(from, to).some((block) => writtenBlocks.has(block));
    // Else the block is beside its lines: it removes lines, or the comparison took other equal lines for the new ones.
    const above = blocks[firstIndex(blocks, ({ afterStart }) => afterStart > first) - 1];
    const below = blocks[firstIndex(blocks, ({ afterEnd }) => afterEnd > last)];
    const blockAbove = above?.afterEnd === first ? above : undefined;
    const blockBelow = below?.afterStart === last + 1 ? below : undefined;
    const block = start === afterStarts[first] ? (blockAbove ?? blockBelow) : (blockBelow ?? blockAbove);
    // Without a block, a later edit took back the range.
    return block === undefined || writtenBlocks.has(block);
  };
}

/** The comparison of the planned text with the written one: of excluded blocks, if there are no other differences. */
export function* compareWithWritten(planned: PlannedText, written: string): Yielding<Comparison> {
  const included = findIncludedBlocks(planned, written);
  if (included === undefined) return yield* compareLinesYielding(planned.after, written);
  const { blocks, afterStarts } = planned.comparison;
  let shift = 0;
  const excludedBlocks = blocks.flatMap((block): DiffBlock[] => {
    if (included.has(block)) return [];
    const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
    const start = afterStart + shift;
    shift += beforeEnd - beforeStart - (afterEnd - afterStart);
    return [{ beforeStart: afterStart, beforeEnd: afterEnd, afterStart: start, afterEnd: afterEnd + shift }];
  });
  return { beforeStarts: afterStarts, afterStarts: lineStarts(written), blocks: excludedBlocks };
}

/** The blocks of the planned text that were written, as planned or amended. */
function findWrittenBlocks(planned: PlannedText, written: string): ReadonlySet<DiffBlock> {
  return findIncludedBlocks(planned, written) ?? findAmendedBlocks(planned, written);
}

/** The blocks in a text that has each block as a whole or not at all; undefined for another text. */
function findIncludedBlocks(planned: PlannedText, written: string): ReadonlySet<DiffBlock> | undefined {
  const { blocks, afterStarts } = planned.comparison;
  const start = afterStarts[blocks[0]?.afterStart ?? 0] ?? 0;
  if (!written.startsWith(planned.after.slice(0, start))) return undefined;
  const isIncluded: boolean[] = [];
  /** The blocks of which both sides fit, of which one may not lead to the end of the text, and their offsets. */
  const choices: { readonly index: number; readonly offset: number }[] = [];
  const visited = new Set<number>();
  let [index, offset] = [0, start];
  for (let step = 0; step < maxStepsPerBlock * (blocks.length + 1); step++) {
    if (index === blocks.length && offset === written.length) return new Set(blocks.filter((_, at) => isIncluded[at]));
    const state = index * (written.length + 1) + offset;
    const sides = visited.has(state) ? [] : sidesOf(planned, index);
    visited.add(state);
    const [side, otherSide] = sides.filter(({ text }) => written.startsWith(text, offset));
    if (otherSide !== undefined) choices.push({ index, offset });
    const choice = side === undefined ? choices.pop() : undefined;
    if (side === undefined && choice === undefined) return undefined;
    [index, offset] = [choice?.index ?? index, choice?.offset ?? offset];
    const taken = side ?? sidesOf(planned, index)[1];
    isIncluded[index] = taken?.isNew === true;
    offset += taken?.text.length ?? 0;
    index++;
  }
  return undefined;
}

/** The new and the old side of a block, with the lines below it up to the next one; none below the last block. */
function sidesOf({ before, after, comparison }: PlannedText, index: number) {
  const { blocks, beforeStarts, afterStarts } = comparison;
  const [block, next] = [blocks[index], blocks[index + 1]];
  if (block === undefined) return [];
  const below = after.slice(afterStarts[block.afterEnd], next === undefined ? undefined : afterStarts[next.afterStart]);
  const newText = after.slice(afterStarts[block.afterStart], afterStarts[block.afterEnd]);
  const oldText = before.slice(beforeStarts[block.beforeStart], beforeStarts[block.beforeEnd]);
  return [
    { isNew: true, text: newText + below },
    { isNew: false, text: oldText + below },
  ];
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
