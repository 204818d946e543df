// Narrows the positions of hunks whose lines the file contains more than once (`severalPlaces`).
import { fileEdgeOf, narrowByAnchors } from '../search/anchors.ts';
import type { SearchedFile } from '../search/search.ts';
import { severalPlaces } from './decisionTable.ts';
import { expectedOffsets, offsetOf, type PendingHunk, type IndexLineFacts } from './offsets.ts';
import { leadingContext, trailingContext, sideOf } from '../parse/hunkBody.ts';
import type { HunkLine } from '../parse/types.ts';

/** A hunk, and a test of its positions for a piece of evidence. */
type PlaceFilter = readonly [PendingHunk, (place: number) => boolean];

/** Number of rounds over all rows, since a hunk that one row places is evidence for its neighbours in the next round. */
const rounds = 2;

/**
 * Applies the table to all hunks, mutating their `places`. Prefers none of several equal positions, so an ambiguous
 * hunk is refused later.
 */
export function narrowPlaces(
  hunks: readonly PendingHunk[],
  searched: SearchedFile,
  indexLineFacts: IndexLineFacts,
): void {
  const fileLength = searched.file.texts.length;
  const filters = {
    endsFile: () => endOfFileFilters(hunks, fileLength),
    inNamedBlock: () => anchorFilters(hunks, searched),
    belowPrevious: () => (isInOrder(hunks) ? belowPrevious(hunks) : []),
    aboveNext: () => (isInOrder(hunks) ? aboveNext(hunks) : []),
    onExpectedLine: () => expectedLineFilters(hunks, indexLineFacts),
    atFileEdge: () => fileEdgeFilters(hunks, fileLength),
    inRun: () => runFilters(hunks),
  };
  for (let round = 0; round < rounds; round++) {
    for (const { evidence, verdict } of severalPlaces.rows) {
      if (hunks.every(({ places }) => places.length < 2)) return;
      for (const [pending, test] of filters[evidence]()) narrow(pending, verdict, test);
    }
  }
}

function narrow(pending: PendingHunk, verdict: 'keep' | 'keepOne', test: (place: number) => boolean): void {
  if (pending.places.length < 2) return;
  const kept = pending.places.filter(test);
  if (kept.length === 1 || (kept.length > 0 && verdict === 'keep')) pending.places = kept;
}

function* endOfFileFilters(hunks: readonly PendingHunk[], fileLength: number): Iterable<PlaceFilter> {
  for (const pending of hunks)
    if (pending.hunk.endOfFile) yield [pending, (place) => place + matchedLength(pending) === fileLength];
}

function* anchorFilters(hunks: readonly PendingHunk[], searched: SearchedFile): Iterable<PlaceFilter> {
  for (const pending of hunks) {
    const named = new Set(narrowByAnchors(searched, pending.hunk, pending.places));
    yield [pending, (place) => named.has(place)];
  }
}

/** Whether the hunks that have one place are in the order of the patch. */
function isInOrder(hunks: readonly PendingHunk[]): boolean {
  const fixed = hunks.flatMap(({ places }) => (places.length === 1 ? places : []));
  return fixed.every((place, at) => at === 0 || place >= (fixed[at - 1] ?? 0));
}

function* belowPrevious(hunks: readonly PendingHunk[]): Iterable<PlaceFilter> {
  let minPlace = 0;
  for (const pending of hunks) {
    const min = minPlace;
    yield [pending, (place) => place >= min];
    const [place = 0] = pending.places;
    if (pending.places.length === 1) minPlace = place + lengthToLastChange(pending);
  }
}

function* aboveNext(hunks: readonly PendingHunk[]): Iterable<PlaceFilter> {
  let maxEnd = Infinity;
  for (const pending of hunks.toReversed()) {
    const max = maxEnd;
    const height = lengthToLastChange(pending);
    yield [pending, (place) => place + height <= max];
    const [place = 0] = pending.places;
    if (pending.places.length === 1) maxEnd = place + leadingContext(matchedLines(pending));
  }
}

function* expectedLineFilters(hunks: readonly PendingHunk[], indexLineFacts: IndexLineFacts): Iterable<PlaceFilter> {
  const expected = expectedOffsets(hunks, indexLineFacts);
  for (const [at, pending] of hunks.entries())
    yield [pending, (place) => expected[at]?.includes(offsetOf(pending, place) ?? NaN) ?? false];
}

function* fileEdgeFilters(hunks: readonly PendingHunk[], fileLength: number): Iterable<PlaceFilter> {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (first !== undefined && fileEdgeOf(first.hunk, false) === 'start') yield [first, (place) => place === 0];
  if (last !== undefined && fileEdgeOf(last.hunk, true) === 'end')
    yield [last, (place) => place + matchedLength(last) === fileLength];
}

/** Equal adjacent hunks get the positions in order, if there are as many positions as hunks. */
function* runFilters(hunks: readonly PendingHunk[]): Iterable<PlaceFilter> {
  for (let at = 0; at < hunks.length;) {
    const places = hunks[at]?.places ?? [];
    let end = at + 1;
    while (places.length > 1 && areEqual(hunks[end]?.places, places)) end++;
    const run = hunks.slice(at, end);
    if (run.length > 1 && run.length === places.length)
      for (const [index, pending] of run.entries()) yield [pending, (place) => place === places[index]];
    at = end;
  }
}

function areEqual(left: readonly number[] | undefined, right: readonly number[]): boolean {
  return left?.length === right.length && left.every((entry, at) => entry === right[at]);
}

function matchedLines({ match }: PendingHunk): readonly HunkLine[] {
  return match?.lines ?? [];
}

function matchedLength(pending: PendingHunk): number {
  return sideOf(matchedLines(pending), pending.match?.side ?? 'old').length;
}

/** The number of lines of a hunk down to its last change. Context below it may overlap the next hunk. */
function lengthToLastChange(pending: PendingHunk): number {
  return matchedLength(pending) - trailingContext(matchedLines(pending));
}
