import { narrowByAnchors } from '../search/anchors.ts';
import { edgeOf } from '../search/edges.ts';
import type { Searched } from '../search/search.ts';
import { expectedOffsets, offsetOf, type Candidate, type Knowledge } from './offsets.ts';
import { sideOf } from '../parse/sideOf.ts';

/**
 * Narrows the places of hunks that were found more than once, by what surrounds them: the end of the file, the anchors,
 * the hunks before and behind, and the line numbers where they agree with those of a neighbour. Never picks the first
 * or the nearest of equals for its own sake: what stays equal stays undecided.
 */
export function settle(candidates: readonly Candidate[], searched: Searched, knowledge: Knowledge): void {
  for (const candidate of candidates) {
    narrow(candidate, (places) => atEnd(candidate, places, searched));
    narrow(candidate, (places) => narrowByAnchors(searched, candidate.hunk, places));
  }
  const isOpen = (): boolean => candidates.some(({ places }) => places.length > 1);
  for (let round = 0; round < 3 && isOpen(); round++) {
    settleByOrder(candidates);
    settleByNumbers(candidates, knowledge);
  }
  if (!isOpen()) return;
  settleAtEdges(candidates, searched);
  settleRuns(candidates);
}

function narrow(candidate: Candidate, choose: (places: readonly number[]) => readonly number[]): void {
  if (candidate.places.length < 2) return;
  const kept = choose(candidate.places);
  if (kept.length > 0) candidate.places = kept;
}

function lengthOf({ sighting }: Candidate): number {
  return sighting === undefined ? 0 : sideOf(sighting.lines, sighting.side).length;
}

function atEnd(candidate: Candidate, places: readonly number[], searched: Searched): readonly number[] {
  if (!candidate.hunk.endOfFile) return places;
  return places.filter((place) => place + lengthOf(candidate) === searched.file.texts.length);
}

/** The first and the last hunk, where their context shows that they stood at the very ends of the file. */
function settleAtEdges(candidates: readonly Candidate[], searched: Searched): void {
  const [first, last] = [candidates[0], candidates.at(-1)];
  if (first !== undefined && edgeOf(first.hunk, false) === 'start')
    narrow(first, (places) => places.filter((at) => at === 0));
  if (last === undefined || edgeOf(last.hunk, true) !== 'end') return;
  narrow(last, (places) => places.filter((at) => at + lengthOf(last) === searched.file.texts.length));
}

/** Where all hunks that have one place stand in the order of the patch, the others stand between their neighbours. */
function settleByOrder(candidates: readonly Candidate[]): void {
  const fixed = candidates.filter((candidate) => candidate.places.length === 1);
  if (fixed.some((candidate, at) => at > 0 && (candidate.places[0] ?? 0) < (fixed[at - 1]?.places[0] ?? 0))) return;
  let floor = 0;
  for (const candidate of candidates) {
    const lowest = floor;
    narrow(candidate, (places) => places.filter((place) => place >= lowest));
    if (candidate.places.length === 1) floor = (candidate.places[0] ?? 0) + leadingLength(candidate);
  }
  let ceiling = Infinity;
  for (const candidate of candidates.toReversed()) {
    const highest = ceiling;
    narrow(candidate, (places) => places.filter((place) => place + leadingLength(candidate) <= highest));
    if (candidate.places.length === 1) ceiling = (candidate.places[0] ?? 0) + contextAbove(candidate);
  }
}

/** The length down to the last changed line: context below it may overlap the next hunk. */
function leadingLength(candidate: Candidate): number {
  const lines = candidate.sighting?.lines ?? [];
  const side = sideOf(lines, candidate.sighting?.side ?? 'old');
  return side.length - (lines.length - 1 - lines.findLastIndex((line) => line.kind !== 'context'));
}

function contextAbove(candidate: Candidate): number {
  const lines = candidate.sighting?.lines ?? [];
  return Math.max(
    0,
    lines.findIndex((line) => line.kind !== 'context'),
  );
}

/**
 * A place is chosen by its number only where that number is borne out: the file is the one that the patch was made from,
 * or the hunk before or behind lies off by just as many lines, or nothing speaks against the very line of the header.
 */
function settleByNumbers(candidates: readonly Candidate[], knowledge: Knowledge): void {
  const expected = expectedOffsets(candidates, knowledge);
  for (const [at, candidate] of candidates.entries()) {
    narrow(candidate, (places) => {
      const kept = places.filter((place) => expected[at]?.includes(offsetOf(candidate, place) ?? NaN));
      return kept.length === 1 ? kept : places;
    });
  }
}

/** As many equal hunks in a row as there are places for them take these in order. */
function settleRuns(candidates: readonly Candidate[]): void {
  for (let at = 0; at < candidates.length;) {
    const first = candidates[at];
    let end = at + 1;
    while (samePlaces(candidates[end], first)) end++;
    const length = end - at;
    if (first !== undefined && length > 1 && first.places.length === length) {
      for (const [index, place] of first.places.entries()) {
        const candidate = candidates[at + index];
        if (candidate !== undefined) candidate.places = [place];
      }
    }
    at = end;
  }
}

function samePlaces(left: Candidate | undefined, right: Candidate | undefined): boolean {
  if (left === undefined || left.places.length < 2 || left.places.length !== right?.places.length) return false;
  return left.places.every((place, at) => place === right.places[at]);
}
