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

/** The offset of the lines below a placed hunk; if it was already applied, they have moved by the lines it added. */
function offsetBelow(pending: PendingHunk): number | undefined {
  const [position] = pending.positions;
  const { match } = pending;
  if (position === undefined || pending.positions.length > 1 || match === undefined) return undefined;
  const offset = offsetOf(pending, position);
  const growth = sideOf(match.lines, match.side).length - sideOf(match.lines, 'old').length;
  return offset === undefined ? undefined : offset + growth;
}

/**
 * The offsets at which each hunk is expected: those of the nearest placed hunks above and below. Without such hunks it is
 * expected at the line of its header, unless the file is known to have changed.
 */
export function expectedOffsets(
  hunks: readonly PendingHunk[],
  { base }: Pick<SearchedFile, 'base'>,
): readonly (readonly number[])[] {
  const offsetsAbove: (number | undefined)[] = [];
  let lastOffset: number | undefined;
  for (const pending of hunks) {
    offsetsAbove.push(lastOffset);
    lastOffset = offsetBelow(pending) ?? lastOffset;
  }
  const offsetsByHunk: (readonly number[])[] = [];
  let lowerOffset: number | undefined;
  for (const [index, pending] of [...hunks.entries()].toReversed()) {
    // Without a hunk above, the start of the file is the neighbour, whose offset is 0.
    const upperOffset = offsetsAbove[index] ?? (lowerOffset === undefined ? undefined : 0);
    const nearestOffsets = [upperOffset, lowerOffset].filter((offset) => offset !== undefined);
    if (base === 'intact') offsetsByHunk.push([0]);
    else offsetsByHunk.push(nearestOffsets.length > 0 || base === 'drifted' ? nearestOffsets : [headerOffset(pending)]);
    if (pending.positions.length === 1) lowerOffset = offsetOf(pending, pending.positions[0] ?? 0) ?? lowerOffset;
  }
  return offsetsByHunk.toReversed();
}

/** The offset of a hunk by its header alone: if it was already applied, the growth by the hunks above. */
function headerOffset({ hunk, match }: PendingHunk): number {
  if (hunk.numbers === undefined || match?.side !== 'new') return 0;
  return hunk.numbers.newStart - hunk.numbers.oldStart;
}
