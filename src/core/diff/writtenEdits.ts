// Finds which edits of a planned text were written: a user may have excluded some of its blocks, or amended the text.
import { compareLines, compareLinesYielding, type Comparison } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';
import type { TextRange } from './moveOffsets.ts';
import { lineAt, lineStarts, firstIndex } from '../text/text.ts';
import type { Yielding } from '../async/yielding.ts';

/** A planned text, the text before it, and their comparison. */
interface PlannedText {
  readonly before: string;
  readonly after: string;
  readonly comparison: Comparison;
}

/** Maximum number of steps for each block, which bounds the time where both sides of many blocks fit. */
const maxStepsPerBlock = 10;

/**
 * Returns a function that tells whether the edit that made a range of the planned text was written: whether the text
 * `written` has one of its blocks, as planned or amended.
 */
export function createIsWritten(planned: PlannedText, written: string): (range: TextRange) => boolean {
  const writtenBlocks = findWrittenBlocks(planned, written);
  return (range) => {
    const blocks = findBlocksOf(planned, range);
    // No block contains a range that a later edit of the plan reverted.
    return blocks.length === 0 || blocks.some((block) => writtenBlocks.has(block));
  };
}

/**
 * The blocks that contain lines of a range of the planned text, or, if there are none, the block beside its lines. That
 * block only removes lines, or the comparison took other equal lines as its new ones.
 */
function findBlocksOf({ after, comparison }: PlannedText, { start, end }: TextRange): readonly DiffBlock[] {
  const { blocks, afterStarts } = comparison;
  // The end of a text without a final newline is in its last line.
  const lastLine = afterStarts.length - (/[\r\n]/.test(after.slice(-1)) ? 1 : 2);
  const first = Math.min(lineAt(afterStarts, start), lastLine);
  const last = Math.min(lineAt(afterStarts, Math.max(start, end - 1)), lastLine);
  const from = firstIndex(blocks, ({ afterEnd }) => afterEnd > first);
  const to = firstIndex(blocks, ({ afterStart }) => afterStart > last);
  if (from < to) return blocks.slice(from, to);
  const above = blocks[firstIndex(blocks, ({ afterStart }) => afterStart > first) - 1];
  const below = blocks[firstIndex(blocks, ({ afterEnd }) => afterEnd > last)];
  const adjacentAbove = above?.afterEnd === first ? above : undefined;
  const adjacentBelow = below?.afterStart === last + 1 ? below : undefined;
  const startsLine = start === afterStarts[first];
  const block = startsLine ? (adjacentAbove ?? adjacentBelow) : (adjacentBelow ?? adjacentAbove);
  return block === undefined ? [] : [block];
}

/** Compares the planned text with the written one. If excluded blocks are the only difference, these are the result. */
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

/**
 * The blocks that a text includes, if it has each block as a whole or not at all; undefined for another text. Goes from
 * block to block, and takes the side that the text has there: the new one, or else the old one. If that leads to a dead
 * end, goes back to the last block where both sides fit, and takes the old one.
 */
function findIncludedBlocks(planned: PlannedText, written: string): ReadonlySet<DiffBlock> | undefined {
  const { blocks, afterStarts } = planned.comparison;
  const start = afterStarts[blocks[0]?.afterStart ?? 0] ?? 0;
  if (!written.startsWith(planned.after.slice(0, start))) return undefined;
  const isIncluded: boolean[] = [];
  /** The blocks, with their offsets in `written`, whose old side fits, too, and was not tried. */
  const untriedOldSides: { readonly index: number; readonly offset: number }[] = [];
  const visited = new Set<number>();
  let [index, offset] = [0, start];
  for (let step = 0; step < maxStepsPerBlock * (blocks.length + 1); step++) {
    if (index === blocks.length && offset === written.length) return new Set(blocks.filter((_, at) => isIncluded[at]));
    const state = index * (written.length + 1) + offset;
    const sides = visited.has(state) ? [] : sidesOf(planned, index);
    visited.add(state);
    const [fittingSide, otherFittingSide] = sides.filter(({ text }) => written.startsWith(text, offset));
    if (otherFittingSide !== undefined) untriedOldSides.push({ index, offset });
    let taken = fittingSide;
    if (taken === undefined) {
      const retry = untriedOldSides.pop();
      if (retry === undefined) return undefined;
      ({ index, offset } = retry);
      [, taken] = sidesOf(planned, index);
    }
    isIncluded[index] = taken?.isNew === true;
    offset += taken?.text.length ?? 0;
    index++;
  }
  return undefined;
}

/** The new and the old side of a block, in this order, each with the lines below it; none past the last block. */
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
  const isChanged = (planned: DiffBlock): boolean => {
    const touching = blocks[firstIndex(blocks, ({ beforeEnd }) => beforeEnd >= planned.beforeStart)];
    const overlapping = blocks[firstIndex(blocks, ({ beforeEnd }) => beforeEnd > planned.beforeStart)];
    return [touching, overlapping].some((block) => block !== undefined && changeSameLines(planned, block));
  };
  return new Set(comparison.blocks.filter(isChanged));
}

/** Whether two blocks overlap in the text before. An insertion, which has no lines there, also if they only touch. */
function changeSameLines(one: DiffBlock, two: DiffBlock): boolean {
  const isInsertion = one.beforeStart === one.beforeEnd || two.beforeStart === two.beforeEnd;
  return isInsertion
    ? two.beforeStart <= one.beforeEnd && one.beforeStart <= two.beforeEnd
    : two.beforeStart < one.beforeEnd && one.beforeStart < two.beforeEnd;
}
