// Tracks which lines of a file a caller has seen, from one text of the file to the next.
import type { LineRange } from './diff.ts';
import type { DiffBlock } from './lineDiff.ts';

/** Lines that were seen of a file, or of a cell of a notebook; `end` is infinite for all from `start` on. */
export interface SeenLines extends LineRange {
  /** Number of the cell; undefined for the text of the file itself. */
  readonly cell: number | undefined;
}

/** The whole file; of a notebook, all of its cells. */
export const allLines: SeenLines = { cell: undefined, start: 1, end: Infinity };

/** Sorts ranges, and joins those of a cell that overlap or touch; keeps empty ranges, which tell of an empty cell. */
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
 * Maps seen lines through a diff: drops changed ones, and shifts the others to their new numbers. Omits cells.
 * @param kept `unmoved` also drops lines whose number changed
 */
export function carrySeenLines(
  ranges: readonly SeenLines[],
  blocks: readonly DiffBlock[],
  kept: 'all' | 'unmoved' = 'all',
): SeenLines[] {
  const sorted = joinSeenLines(ranges.filter(({ cell }) => cell === undefined));
  const carried: SeenLines[] = [];
  // Start of the equal lines before a block, 0-based in the old text; the shift of their numbers; the first range there.
  let [equalStart, shift, next] = [0, 0, 0];
  const end = { beforeStart: Infinity, beforeEnd: Infinity, afterEnd: Infinity };
  for (const block of [...blocks, end]) {
    while ((sorted[next]?.end ?? Infinity) <= equalStart) next++;
    for (let index = next; ; index++) {
      const range = sorted[index];
      if (range === undefined || range.start > block.beforeStart) break;
      const start = Math.max(range.start, equalStart + 1);
      const last = Math.min(range.end, block.beforeStart);
      if (start > last || (kept === 'unmoved' && shift !== 0)) continue;
      carried.push({ cell: undefined, start: start + shift, end: last + shift });
    }
    [equalStart, shift] = [block.beforeEnd, block.afterEnd - block.beforeEnd];
  }
  return joinSeenLines(carried);
}
