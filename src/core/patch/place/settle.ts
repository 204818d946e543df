// Narrows the candidates of hunks whose lines the file holds more than once, by the rows of `severalPlaces`.
import { edgeOf, narrowByAnchors } from '../search/anchors.ts';
import type { Searched } from '../search/search.ts';
import { severalPlaces } from './decisionTable.ts';
import { expectedOffsets, offsetOf, type Candidate, type Knowledge } from './offsets.ts';
import { contextAbove, contextBelow, sideOf } from '../parse/hunkBody.ts';
import type { HunkLine } from '../parse/types.ts';

/** A hunk, and which of its places a piece of evidence speaks for. */
type Claim = readonly [Candidate, (place: number) => boolean];

/** A hunk that one row has placed helps its neighbours in the next round. */
const rounds = 2;

/** Never picks the first or the nearest of equals: what stays equal stays open, and the hunk is refused. */
export function settle(candidates: readonly Candidate[], searched: Searched, knowledge: Knowledge): void {
  const fileLength = searched.file.texts.length;
  const evidence = {
    endsFile: () => endOfFileClaims(candidates, fileLength),
    inNamedBlock: () => anchorClaims(candidates, searched),
    belowPrevious: () => (isInOrder(candidates) ? belowPrevious(candidates) : []),
    aboveNext: () => (isInOrder(candidates) ? aboveNext(candidates) : []),
    onExpectedLine: () => expectedLineClaims(candidates, knowledge),
    atFileEdge: () => fileEdgeClaims(candidates, fileLength),
    inRun: () => runClaims(candidates),
  };
  for (let round = 0; round < rounds; round++) {
    for (const { yes, verdict } of severalPlaces.rows) {
      if (candidates.every(({ places }) => places.length < 2)) return;
      for (const name of yes) for (const [candidate, isMeant] of evidence[name]()) narrow(candidate, verdict, isMeant);
    }
  }
}

function narrow(candidate: Candidate, verdict: 'keep' | 'keepOne', isMeant: (place: number) => boolean): void {
  if (candidate.places.length < 2) return;
  const kept = candidate.places.filter(isMeant);
  if (kept.length === 1 || (kept.length > 0 && verdict === 'keep')) candidate.places = kept;
}

function* endOfFileClaims(candidates: readonly Candidate[], fileLength: number): Iterable<Claim> {
  for (const candidate of candidates)
    if (candidate.hunk.endOfFile) yield [candidate, (place) => place + lengthOf(candidate) === fileLength];
}

function* anchorClaims(candidates: readonly Candidate[], searched: Searched): Iterable<Claim> {
  for (const candidate of candidates) {
    const named = new Set(narrowByAnchors(searched, candidate.hunk, candidate.places));
    yield [candidate, (place) => named.has(place)];
  }
}

/** Whether the hunks that have one place follow one another as in the patch. */
function isInOrder(candidates: readonly Candidate[]): boolean {
  const fixed = candidates.flatMap(({ places }) => (places.length === 1 ? places : []));
  return fixed.every((place, at) => at === 0 || place >= (fixed[at - 1] ?? 0));
}

function* belowPrevious(candidates: readonly Candidate[]): Iterable<Claim> {
  let floor = 0;
  for (const candidate of candidates) {
    const lowest = floor;
    yield [candidate, (place) => place >= lowest];
    const [place = 0] = candidate.places;
    if (candidate.places.length === 1) floor = place + heightOf(candidate);
  }
}

function* aboveNext(candidates: readonly Candidate[]): Iterable<Claim> {
  let ceiling = Infinity;
  for (const candidate of candidates.toReversed()) {
    const highest = ceiling;
    const height = heightOf(candidate);
    yield [candidate, (place) => place + height <= highest];
    const [place = 0] = candidate.places;
    if (candidate.places.length === 1) ceiling = place + contextAbove(linesOf(candidate));
  }
}

function* expectedLineClaims(candidates: readonly Candidate[], knowledge: Knowledge): Iterable<Claim> {
  const expected = expectedOffsets(candidates, knowledge);
  for (const [at, candidate] of candidates.entries())
    yield [candidate, (place) => expected[at]?.includes(offsetOf(candidate, place) ?? NaN) ?? false];
}

function* fileEdgeClaims(candidates: readonly Candidate[], fileLength: number): Iterable<Claim> {
  const [first, last] = [candidates[0], candidates.at(-1)];
  if (first !== undefined && edgeOf(first.hunk, false) === 'start') yield [first, (place) => place === 0];
  if (last !== undefined && edgeOf(last.hunk, true) === 'end')
    yield [last, (place) => place + lengthOf(last) === fileLength];
}

/** Equal hunks in a row, where there are as many places for them, take these in order. */
function* runClaims(candidates: readonly Candidate[]): Iterable<Claim> {
  for (let at = 0; at < candidates.length;) {
    const places = candidates[at]?.places ?? [];
    let end = at + 1;
    while (places.length > 1 && isSameList(candidates[end]?.places, places)) end++;
    const run = candidates.slice(at, end);
    if (run.length > 1 && run.length === places.length)
      for (const [index, candidate] of run.entries()) yield [candidate, (place) => place === places[index]];
    at = end;
  }
}

function isSameList(left: readonly number[] | undefined, right: readonly number[]): boolean {
  return left?.length === right.length && left.every((entry, at) => entry === right[at]);
}

function linesOf({ sighting }: Candidate): readonly HunkLine[] {
  return sighting?.lines ?? [];
}

function lengthOf(candidate: Candidate): number {
  return sideOf(linesOf(candidate), candidate.sighting?.side ?? 'old').length;
}

/** How many lines a hunk covers down to its last change: its context below may overlap the next hunk, as that above may. */
function heightOf(candidate: Candidate): number {
  return lengthOf(candidate) - contextBelow(linesOf(candidate));
}
