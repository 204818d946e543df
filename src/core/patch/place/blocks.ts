// Splits hunks into blocks: runs of changed lines, each with the context line above and below it.
import { changedRunsOf } from '../parse/hunkLines.ts';
import type { HunkLine } from '../parse/types.ts';

/**
 * The lines `[from, to)` of a hunk: a run of changed lines, and the context line above and below it.
 *
 *     hunk lines   block
 *      0   a                  contextRunAbove: 1 (line 0)
 *      1   b        from: 1   hasContextAbove
 *      2  -c
 *      3  +C
 *      4   d                  hasContextBelow
 *      5   e        to: 5     contextRunBelow: 1 (line 5)
 */
export interface HunkBlock {
  readonly lines: readonly HunkLine[];
  /** Indexes into the hunk's lines; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Number of the hunk's lines before `from`, on its old and on its new side. */
  readonly oldLinesBefore: number;
  readonly newLinesBefore: number;
  /** Number of adjacent context lines above `from`, and below the block from `to` on. Counted up to `maxContextRun`. */
  readonly contextRunAbove: number;
  readonly contextRunBelow: number;
  /** Whether the block starts (ends) with a context line; not at the edge of the hunk. */
  readonly hasContextAbove: boolean;
  readonly hasContextBelow: boolean;
}

/** Splits a hunk into blocks, in order. */
export function splitIntoBlocks(lines: readonly HunkLine[]): readonly HunkBlock[] {
  return changedRunsOf(lines).map(({ start, end, oldLinesAbove, newLinesAbove }) => {
    const from = Math.max(0, start - 1);
    const to = Math.min(lines.length, end + 1);
    return {
      lines: lines.slice(from, to),
      from,
      to,
      oldLinesBefore: oldLinesAbove - (start - from),
      newLinesBefore: newLinesAbove - (start - from),
      contextRunAbove: countContextRun(lines, from - 1, -1),
      contextRunBelow: countContextRun(lines, to, 1),
      hasContextAbove: from < start,
      hasContextBelow: to > end,
    };
  });
}

/** Maximum number of context lines to count. At most `maxContextLines` of candidateContext.ts, which compares these. */
const maxContextRun = 20;

function countContextRun(lines: readonly HunkLine[], start: number, step: 1 | -1): number {
  let length = 0;
  while (length < maxContextRun && lines[start + step * length]?.kind === 'context') length++;
  return length;
}
