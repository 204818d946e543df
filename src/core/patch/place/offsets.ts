// Estimates the offset of each hunk: how many lines further down its lines are now than when the patch was made.
import { offsetOf, placedPosition, type PendingHunk } from './placement.ts';
import { headerLineOf, sideOf } from '../parse/hunkLines.ts';
import type { SearchedFile } from '../search/searchedFile.ts';

/** Returns, for each value, the nearest defined one before it. */
export function nearestBefore(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  let nearest: number | undefined;
  return values.map((value) => {
    const before = nearest;
    nearest = value ?? nearest;
    return before;
  });
}

/** Returns, for each value, the nearest defined one after it. */
export function nearestAfter(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  return nearestBefore(values.toReversed()).toReversed();
}

/** The offset of a placed hunk, and of the lines right above it. */
function offsetBeforeHunk(pending: PendingHunk): number | undefined {
  const position = placedPosition(pending);
  return position === undefined ? undefined : offsetOf(pending, position);
}

/** The offset of the lines right below a placed hunk: if it was applied already, they moved by the lines it added. */
function offsetAfterHunk(pending: PendingHunk): number | undefined {
  const offset = offsetBeforeHunk(pending);
  const { lines = [], side = 'old' } = pending.match ?? {};
  return offset === undefined ? undefined : offset + sideOf(lines, side).length - sideOf(lines, 'old').length;
}

/**
 * The offsets at which each hunk is expected: those of the nearest placed hunks above and below, since either may be
 * right. Without such hunks it is expected at the line of its header, or nowhere if the file is known to have changed.
 */
export function expectedOffsets(
  hunks: readonly PendingHunk[],
  { base }: Pick<SearchedFile, 'base'>,
): readonly (readonly number[])[] {
  // The patch was made from the file as it is.
  if (base === 'intact') return hunks.map(() => [0]);
  const offsetsFromAbove = nearestBefore(hunks.map(offsetAfterHunk));
  const offsetsFromBelow = nearestAfter(hunks.map(offsetBeforeHunk));
  return hunks.map((pending, index) => {
    const [fromAbove, fromBelow] = [offsetsFromAbove[index], offsetsFromBelow[index]];
    // Without a hunk above, the start of the file counts as the neighbour, whose offset is 0.
    if (fromBelow !== undefined) return [fromAbove ?? 0, fromBelow];
    if (fromAbove !== undefined) return [fromAbove];
    return base === 'drifted' ? [] : [headerOffset(pending)];
  });
}

/** The offset of a hunk by its header alone: 0, or the number of lines that the hunks above add, if it was applied. */
function headerOffset({ hunk, match }: PendingHunk): number {
  if (hunk.numbers === undefined || match?.side !== 'new') return 0;
  return hunk.numbers.newStart - 1 - headerLineOf(hunk.numbers, match.lines);
}
