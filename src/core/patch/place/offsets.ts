import { type HunkMatch } from './findHunk.ts';
import { sideOf } from '../parse/hunkBody.ts';
import type { Hunk } from '../parse/types.ts';

/** What blob names prove about the file. */
export interface Knowledge {
  /** `intact`: the patch was made from this file; `drifted`: from another version of it. */
  readonly base: 'intact' | 'drifted' | 'unknown';
  /** The result will be compared with a known blob name, so a missing line cannot go unnoticed. */
  readonly resultIsVerified: boolean;
}

/** A hunk, and the places that are still possible. */
export interface PendingHunk {
  readonly hunk: Hunk;
  readonly match: HunkMatch | undefined;
  /** 0-based lines of the file; a hunk is placed when one remains. */
  places: readonly number[];
}

/** How many lines a place is below the line of the header; `undefined` for a header without numbers. */
export function offsetOf({ hunk, match }: PendingHunk, place: number): number | undefined {
  if (hunk.numbers === undefined || match === undefined) return undefined;
  return place - (hunk.numbers.oldStart - 1 + match.skipped);
}

/** The offset of what follows a placed hunk, which may be in the file in its new form. */
function offsetBelow(candidate: PendingHunk): number | undefined {
  const [place] = candidate.places;
  const { match } = candidate;
  if (place === undefined || candidate.places.length > 1 || match === undefined) return undefined;
  const offset = offsetOf(candidate, place);
  const grown = sideOf(match.lines, match.side).length - sideOf(match.lines, 'old').length;
  return offset === undefined ? undefined : offset + grown;
}

/**
 * For each hunk, the offsets at which it is expected: those of the nearest placed hunks above and below, and without any
 * the line of the header itself, unless the file is known to have changed.
 */
export function expectedOffsets(
  candidates: readonly PendingHunk[],
  { base }: Knowledge,
): readonly (readonly number[])[] {
  const above: (number | undefined)[] = [];
  let last: number | undefined;
  for (const candidate of candidates) {
    above.push(last);
    last = offsetBelow(candidate) ?? last;
  }
  const expected: (readonly number[])[] = [];
  let next: number | undefined;
  for (const [at, candidate] of [...candidates.entries()].toReversed()) {
    // Without a hunk above, the beginning of the file is the neighbour, which is never off.
    const upper = above[at] ?? (next === undefined ? undefined : 0);
    const near = [upper, next].filter((offset) => offset !== undefined);
    if (base === 'intact') expected.push([0]);
    else expected.push(near.length > 0 || base === 'drifted' ? near : [ownOffset(candidate)]);
    if (candidate.places.length === 1) next = offsetOf(candidate, candidate.places[0] ?? 0) ?? next;
  }
  return expected.toReversed();
}

function ownOffset({ hunk, match }: PendingHunk): number {
  if (hunk.numbers === undefined || match?.side !== 'new') return 0;
  return hunk.numbers.newStart - hunk.numbers.oldStart;
}
