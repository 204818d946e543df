// Estimates how far hunks have moved from the lines of their headers.
import type { HunkMatch } from './findHunk.ts';
import { sideOf } from '../parse/hunkBody.ts';
import type { PatchHunk } from '../parse/types.ts';
import type { SearchedFile } from '../search/search.ts';

/** A hunk that is being placed. Only `narrowPlaces` changes it. */
export interface PendingHunk {
  readonly hunk: PatchHunk;
  /** The match; undefined if the file does not contain its lines. */
  readonly match: HunkMatch | undefined;
  /** The remaining possible positions, as 0-based lines of the file; the hunk is placed once only one remains. */
  positions: readonly number[];
}

/** The distance of a position below the line of the header, in lines; undefined for a header without numbers. */
export function offsetOf({ hunk, match }: PendingHunk, position: number): number | undefined {
  if (hunk.numbers === undefined || match === undefined) return undefined;
  return position - (hunk.numbers.oldStart - 1 + match.skippedLines);
}

/** The position of a hunk that is placed. */
export function placedPosition({ positions }: PendingHunk): number | undefined {
  return positions.length === 1 ? positions[0] : undefined;
}

/** For each value, the nearest defined one before it. */
export function nearestBefore(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  let nearest: number | undefined;
  return values.map((value) => {
    const before = nearest;
    nearest = value ?? nearest;
    return before;
  });
}

/** For each value, the nearest defined one after it. */
export function nearestAfter(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  return nearestBefore(values.toReversed()).toReversed();
}

function placedOffset(pending: PendingHunk): number | undefined {
  const position = placedPosition(pending);
  return position === undefined ? undefined : offsetOf(pending, position);
}

/** The offset of the lines below a placed hunk; if it was already applied, they have moved by the lines it added. */
function offsetBelow(pending: PendingHunk): number | undefined {
  const offset = placedOffset(pending);
  const { lines = [], side = 'old' } = pending.match ?? {};
  return offset === undefined ? undefined : offset + sideOf(lines, side).length - sideOf(lines, 'old').length;
}

/**
 * The offsets at which each hunk is expected: those of the nearest placed hunks above and below. Without such hunks it is
 * expected at the line of its header, unless the file is known to have changed.
 */
export function expectedOffsets(
  hunks: readonly PendingHunk[],
  { base }: Pick<SearchedFile, 'base'>,
): readonly (readonly number[])[] {
  if (base === 'intact') return hunks.map(() => [0]);
  const offsetsAbove = nearestBefore(hunks.map(offsetBelow));
  const offsetsBelow = nearestAfter(hunks.map(placedOffset));
  return hunks.map((pending, index) => {
    const [above, below] = [offsetsAbove[index], offsetsBelow[index]];
    // Without a hunk above, the start of the file is the neighbour, whose offset is 0.
    if (below !== undefined) return [above ?? 0, below];
    if (above !== undefined) return [above];
    return base === 'drifted' ? [] : [headerOffset(pending)];
  });
}

/** The offset of a hunk by its header alone: if it was already applied, the growth by the hunks above. */
function headerOffset({ hunk, match }: PendingHunk): number {
  if (hunk.numbers === undefined || match?.side !== 'new') return 0;
  return hunk.numbers.newStart - hunk.numbers.oldStart;
}
