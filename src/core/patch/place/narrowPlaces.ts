// Narrows the candidates of hunks whose lines the file holds more than once, by the rows of `severalPlaces`.
import { edgeOf, narrowByAnchors } from '../search/anchors.ts';
import type { SearchedFile } from '../search/search.ts';
import { severalPlaces } from './decisionTable.ts';
import { expectedOffsets, offsetOf, type PendingHunk, type Knowledge } from './offsets.ts';
import { contextAbove, contextBelow, sideOf } from '../parse/hunkBody.ts';
import type { HunkLine } from '../parse/types.ts';

/** A hunk, and which of its places a piece of evidence speaks for. */
type PlaceFilter = readonly [PendingHunk, (place: number) => boolean];

/** A hunk that one row has placed helps its neighbours in the next round. */
const rounds = 2;

/** Never picks the first or the nearest of equals: what stays equal stays open, and the hunk is refused. */
export function narrowPlaces(candidates: readonly PendingHunk[], searched: SearchedFile, knowledge: Knowledge): void {
  const fileLength = searched.file.texts.length;
  const evidence = {
    endsFile: () => endOfFileFilters(candidates, fileLength),
    inNamedBlock: () => anchorFilters(candidates, searched),
    belowPrevious: () => (isInOrder(candidates) ? belowPrevious(candidates) : []),
    aboveNext: () => (isInOrder(candidates) ? aboveNext(candidates) : []),
    onExpectedLine: () => expectedLineFilters(candidates, knowledge),
    atFileEdge: () => fileEdgeFilters(candidates, fileLength),
    inRun: () => runFilters(candidates),
  };
  for (let round = 0; round < rounds; round++) {
    for (const { yes, verdict } of severalPlaces.rows) {
      if (candidates.every(({ places }) => places.length < 2)) return;
      for (const name of yes) for (const [candidate, isMeant] of evidence[name]()) narrow(candidate, verdict, isMeant);
    }
  }
}

function narrow(candidate: PendingHunk, verdict: 'keep' | 'keepOne', isMeant: (place: number) => boolean): void {
  if (candidate.places.length < 2) return;
  const kept = candidate.places.filter(isMeant);
  if (kept.length === 1 || (kept.length > 0 && verdict === 'keep')) candidate.places = kept;
}

function* endOfFileFilters(candidates: readonly PendingHunk[], fileLength: number): Iterable<PlaceFilter> {
  for (const candidate of candidates)
    if (candidate.hunk.endOfFile) yield [candidate, (place) => place + lengthOf(candidate) === fileLength];
}

function* anchorFilters(candidates: readonly PendingHunk[], searched: SearchedFile): Iterable<PlaceFilter> {
  for (const candidate of candidates) {
    const named = new Set(narrowByAnchors(searched, candidate.hunk, candidate.places));
    yield [candidate, (place) => named.has(place)];
  }
}

/** Whether the hunks that have one place follow one another as in the patch. */
function isInOrder(candidates: readonly PendingHunk[]): boolean {
  const fixed = candidates.flatMap(({ places }) => (places.length === 1 ? places : []));
  return fixed.every((place, at) => at === 0 || place >= (fixed[at - 1] ?? 0));
}

function* belowPrevious(candidates: readonly PendingHunk[]): Iterable<PlaceFilter> {
  let floor = 0;
  for (const candidate of candidates) {
    const lowest = floor;
    yield [candidate, (place) => place >= lowest];
    const [place = 0] = candidate.places;
    if (candidate.places.length === 1) floor = place + heightOf(candidate);
  }
}

function* aboveNext(candidates: readonly PendingHunk[]): Iterable<PlaceFilter> {
  let ceiling = Infinity;
  for (const candidate of candidates.toReversed()) {
    const highest = ceiling;
    const height = heightOf(candidate);
    yield [candidate, (place) => place + height <= highest];
    const [place = 0] = candidate.places;
    if (candidate.places.length === 1) ceiling = place + contextAbove(linesOf(candidate));
  }
}

function* expectedLineFilters(candidates: readonly PendingHunk[], knowledge: Knowledge): Iterable<PlaceFilter> {
  const expected = expectedOffsets(candidates, knowledge);
  for (const [at, candidate] of candidates.entries())
    yield [candidate, (place) => expected[at]?.includes(offsetOf(candidate, place) ?? NaN) ?? false];
}

function* fileEdgeFilters(candidates: readonly PendingHunk[], fileLength: number): Iterable<PlaceFilter> {
  const [first, last] = [candidates[0], candidates.at(-1)];
  if (first !== undefined && edgeOf(first.hunk, false) === 'start') yield [first, (place) => place === 0];
  if (last !== undefined && edgeOf(last.hunk, true) === 'end')
    yield [last, (place) => place + lengthOf(last) === fileLength];
}

/** Equal hunks in a row, where there are as many places for them, take these in order. */
function* runFilters(candidates: readonly PendingHunk[]): Iterable<PlaceFilter> {
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

function linesOf({ match }: PendingHunk): readonly HunkLine[] {
  return match?.lines ?? [];
}

function lengthOf(candidate: PendingHunk): number {
  return sideOf(linesOf(candidate), candidate.match?.side ?? 'old').length;
}

/** How many lines a hunk covers down to its last change: its context below may overlap the next hunk, as that above may. */
function heightOf(candidate: PendingHunk): number {
  return lengthOf(candidate) - contextBelow(linesOf(candidate));
}
