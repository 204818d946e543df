// Tracks which lines of a file an agent has seen, also after the file changes: tools refuse edits of unseen lines.
import { firstIndex } from '../text/firstIndex.ts';
import type { LineRange } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';

/** Lines that were seen of a file, or of a cell of a notebook; `end` is infinite for all from `start` on. */
export interface SeenLines extends LineRange {
  /** Number of the cell, from 1; undefined for the text of the file itself. */
  readonly cell: number | undefined;
}

/** The whole file; of a notebook, all of its cells. */
export const allLines: SeenLines = { cell: undefined, start: 1, end: Infinity };

/** Sorts ranges, and joins those of a cell that overlap or touch; keeps empty ranges: an empty cell was seen. */
export function joinSeenLines(ranges: readonly SeenLines[]): SeenLines[] {
  const joined: SeenLines[] = [];
  for (const range of ranges.toSorted((a, b) => (a.cell ?? 0) - (b.cell ?? 0) || a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || last.cell !== range.cell || range.start > last.end + 1) joined.push(range);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  }
  return joined;
}

/** Whether all lines of a range were seen; those of a cell also as a part of `allLines`. */
export function hasSeen(ranges: readonly SeenLines[], { cell, start, end }: SeenLines): boolean {
  return joinSeenLines(ranges).some(
    (seen) =>
      (seen.cell === cell && seen.start <= start && end <= seen.end) ||
      (seen.cell === allLines.cell && seen.start <= allLines.start && seen.end === allLines.end),
  );
}

/**
 * Maps seen lines through a diff: drops changed ones, and shifts the others to their new numbers. Omits the lines of
 * cells, since the diff is of the file's own text.
 *
 * @param kept `unmoved` also drops lines whose number changed
 */
export function carrySeenLines(
  ranges: readonly SeenLines[],
  blocks: readonly DiffBlock[],
  kept: 'all' | 'unmoved' = 'all',
): SeenLines[] {
  const equalRanges = findEqualRanges(blocks).filter(({ shift }) => kept === 'all' || shift === 0);
  const carried: SeenLines[] = [];
  for (const seen of joinSeenLines(ranges.filter(({ cell }) => cell === undefined))) {
    for (let at = firstIndex(equalRanges, ({ end }) => end >= seen.start); at < equalRanges.length; at++) {
      const equal = equalRanges[at];
      if (equal === undefined || equal.start > seen.end) break;
      const start = Math.max(seen.start, equal.start);
      const end = Math.min(seen.end, equal.end);
      if (start <= end) carried.push({ cell: undefined, start: start + equal.shift, end: end + equal.shift });
    }
  }
  return joinSeenLines(carried);
}

/** The equal lines (1-based, inclusive) around the blocks of a diff, and the shift to their new numbers. */
function findEqualRanges(blocks: readonly DiffBlock[]): readonly (LineRange & { readonly shift: number })[] {
  const textStart = { beforeEnd: 0, afterEnd: 0 };
  // With `textStart` in front, `blocks[at]` is the block below.
  return [textStart, ...blocks].map(({ beforeEnd, afterEnd }, at) => ({
    start: beforeEnd + 1,
    end: blocks[at]?.beforeStart ?? Infinity,
    shift: afterEnd - beforeEnd,
  }));
}
