import { type Sighting } from './seek.ts';
import { sideOf } from '../parse/hunkBody.ts';
import type { Hunk } from '../parse/types.ts';

/** What is known of the file beyond its text. */
export interface Knowledge {
  /** `intact`: it is what the patch was made from; `drifted`: it is not; by the blob names of the patch. */
  readonly base: 'intact' | 'drifted' | 'unknown';
  /** The result will be held against a name of it that is known, so that nothing can be missing unseen. */
  readonly proven: boolean;
}

/** A hunk on its way to its one place. */
export interface Candidate {
  readonly hunk: Hunk;
  readonly sighting: Sighting | undefined;
  /** 0-based lines of the file; a hunk has its place when there is one. */
  places: readonly number[];
}

/**
 * By how many lines a place lies below the line that the header names in the file before the patch; `undefined` for a
 * header without numbers.
 */
export function offsetOf({ hunk, sighting }: Candidate, place: number): number | undefined {
  if (hunk.numbers === undefined || sighting === undefined) return undefined;
  return place - (hunk.numbers.oldStart - 1 + sighting.skipped);
}

/** By how many lines what stands below a placed hunk is off: its own lines may be there in their new form. */
function offsetBelow(candidate: Candidate): number | undefined {
  const [place] = candidate.places;
  const { sighting } = candidate;
  if (place === undefined || candidate.places.length > 1 || sighting === undefined) return undefined;
  const offset = offsetOf(candidate, place);
  const grown = sideOf(sighting.lines, sighting.side).length - sideOf(sighting.lines, 'old').length;
  return offset === undefined ? undefined : offset + grown;
}

/**
 * For each hunk, the offsets that something bears out: that of the nearest placed hunk above, that of the nearest below,
 * and without any the line of the header itself, unless the file is known to have changed.
 */
export function expectedOffsets(candidates: readonly Candidate[], { base }: Knowledge): readonly (readonly number[])[] {
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

function ownOffset({ hunk, sighting }: Candidate): number {
  if (hunk.numbers === undefined || sighting?.side !== 'new') return 0;
  return hunk.numbers.newStart - hunk.numbers.oldStart;
}
