// Maps the line spans of hunks through the user's edits, and from one composed text to another. A composed text is the
// proposal with some hunks excluded (`hunkChoice.ts`).
import type { LineSpan } from './hunks.ts';
import type { DiffBlock } from '../../diff/lineDiff.ts';

/**
 * Whether a diff block overlaps a hunk: changes its lines, or inserts between them. An empty hunk overlaps a block that
 * changes lines on both sides of it, or that adds lines at its position: what the user added there may belong to it.
 */
export function overlapsHunk(
  { beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock,
  { start, end }: LineSpan,
): boolean {
  if (start === end) {
    const hasGrown = afterEnd - afterStart > beforeEnd - beforeStart;
    return hasGrown ? beforeStart <= start && start <= beforeEnd : beforeStart < start && start < beforeEnd;
  }
  if (beforeStart === beforeEnd) return start < beforeStart && beforeStart < end;
  return beforeStart < end && start < beforeEnd;
}

/** Whether a diff block only adds lines, at the position of a hunk that has none. */
export function isInsertedAt({ beforeStart, beforeEnd }: DiffBlock, { start, end }: LineSpan): boolean {
  return start === end && beforeStart === start && beforeEnd === start;
}

/** The smallest span that contains a span and the old lines of all blocks. */
export function spanAround(blocks: readonly DiffBlock[], { start, end }: LineSpan): LineSpan {
  return {
    start: Math.min(start, ...blocks.map(({ beforeStart }) => beforeStart)),
    end: Math.max(end, ...blocks.map(({ beforeEnd }) => beforeEnd)),
  };
}

/** Maps a span to the text after the blocks. Precondition: no block contains one of its ends (see `spanAround`). */
export function mapSpan(blocks: readonly DiffBlock[], { start, end }: LineSpan): LineSpan {
  let [startShift, endShift] = [0, 0];
  for (const block of blocks) {
    const growth = block.afterEnd - block.afterStart - (block.beforeEnd - block.beforeStart);
    // An insertion at an empty span becomes its content; at the end of another span, it stays below it.
    const shiftsStart = block.beforeEnd <= start && !(block.beforeStart === start && start === end);
    const shiftsEnd = block.beforeEnd <= end && (start === end || block.beforeStart < end);
    if (shiftsStart) startShift += growth;
    if (shiftsEnd) endShift += growth;
  }
  return { start: start + startShift, end: end + endShift };
}

/**
 * Maps the start or end of a line range that touches no chosen hunk from one composed text to another. `oldSpans` and
 * `newSpans` are of the same hunks, by index.
 */
export function mapLine(
  line: number,
  side: 'start' | 'end',
  oldSpans: readonly LineSpan[],
  newSpans: readonly LineSpan[],
): number {
  let mappedLine = line;
  for (const [index, span] of oldSpans.entries()) {
    const newSpan = newSpans[index];
    // An end at the position of an empty hunk stays above the hunk; a start is below it.
    const isAbove = line < span.end || (side === 'end' && line === span.start);
    if (newSpan === undefined || isAbove) break;
    mappedLine = line + newSpan.end - span.end;
  }
  return mappedLine;
}
