// Narrows the positions of hunks whose lines the file contains more than once (decision table `severalPlaces`).
import { narrowByAnchors } from '../../search/anchors.ts';
import type { SearchedFile } from '../../search/searchedFile.ts';
import { severalPlaces } from './decisionTable.ts';
import { expectedOffsets } from '../offsets.ts';
import { offsetOf, placedPosition, type PendingHunk } from '../placement.ts';
import { fileEdgeOf, gitContextLines, leadingContext, trailingContext, sideOf } from '../../parse/hunkLines.ts';
import type { HunkLine } from '../../parse/types.ts';

/**
 * A hunk, and a test of its positions for a piece of evidence. Filters come from generators: each is applied to its hunk
 * before the next is created, so that `belowPrevious` and `aboveNext` see the hunks narrowed so far.
 */
type PositionFilter = readonly [PendingHunk, (position: number) => boolean];

/** Number of rounds over all rows: a hunk that a row places in the first one is evidence for earlier rows in the next. */
const rounds = 2;

/**
 * Applies the rows of `severalPlaces` to all hunks, mutating their `positions`. Keeps all of several equally good
 * positions, so that `placeHunk` refuses the hunk.
 *
 * @param hunks in the order of their headers; in that of the patch if one has no line numbers
 */
export function narrowPositions(hunks: readonly PendingHunk[], searchedFile: SearchedFile): void {
  const fileLength = searchedFile.file.texts.length;
  const filters = {
    endsFile: () => endOfFileFilters(hunks, fileLength),
    inNamedBlock: () => anchorFilters(hunks, searchedFile),
    belowPrevious: () => (isInOrder(hunks) ? belowPreviousFilters(hunks) : []),
    aboveNext: () => (isInOrder(hunks) ? aboveNextFilters(hunks) : []),
    onExpectedLine: () => expectedLineFilters(hunks, searchedFile),
    atFileEdge: () => fileEdgeFilters(hunks, fileLength),
    inRun: () => runFilters(hunks),
  };
  for (let round = 0; round < rounds; round++) {
    for (const { evidence, verdict } of severalPlaces.rows) {
      if (hunks.every(({ positions }) => positions.length < 2)) return;
      for (const [pending, test] of filters[evidence]()) filterPositions(pending, verdict, test);
    }
  }
}

function filterPositions(pending: PendingHunk, verdict: 'keep' | 'keepOne', test: (position: number) => boolean): void {
  if (pending.positions.length < 2) return;
  const remainingPositions = pending.positions.filter(test);
  const isAccepted = verdict === 'keep' ? remainingPositions.length > 0 : remainingPositions.length === 1;
  if (isAccepted) pending.positions = remainingPositions;
}

function* endOfFileFilters(hunks: readonly PendingHunk[], fileLength: number): Iterable<PositionFilter> {
  for (const pending of hunks)
    if (pending.hunk.reachesFileEnd) yield [pending, (position) => position + matchedLength(pending) === fileLength];
}

function* anchorFilters(hunks: readonly PendingHunk[], searchedFile: SearchedFile): Iterable<PositionFilter> {
  for (const pending of hunks) {
    const namedPositions = new Set(narrowByAnchors(searchedFile, pending.hunk, pending.positions));
    yield [pending, (position) => namedPositions.has(position)];
  }
}

/** Whether the hunks that have only one position are in the order of the patch. */
function isInOrder(hunks: readonly PendingHunk[]): boolean {
  const placedPositions = hunks.flatMap((pending) => placedPosition(pending) ?? []);
  return placedPositions.every((position, at) => position >= (placedPositions[at - 1] ?? 0));
}

function* belowPreviousFilters(hunks: readonly PendingHunk[]): Iterable<PositionFilter> {
  let firstFreeLine = 0;
  for (const pending of hunks) {
    // A constant for the test to capture, since the variable changes later.
    const minPosition = firstFreeLine;
    yield [pending, (position) => position >= minPosition];
    const placed = placedPosition(pending);
    if (placed !== undefined) firstFreeLine = placed + lengthToLastChange(pending);
  }
}

function* aboveNextFilters(hunks: readonly PendingHunk[]): Iterable<PositionFilter> {
  let nextStart = Infinity;
  for (const pending of hunks.toReversed()) {
    const maxEnd = nextStart;
    const length = lengthToLastChange(pending);
    yield [pending, (position) => position + length <= maxEnd];
    const placed = placedPosition(pending);
    // Context above the first change of a hunk may overlap the previous hunk.
    if (placed !== undefined) nextStart = placed + leadingContext(matchedLines(pending));
  }
}

function* expectedLineFilters(hunks: readonly PendingHunk[], searchedFile: SearchedFile): Iterable<PositionFilter> {
  const offsetsByHunk = expectedOffsets(hunks, searchedFile);
  for (const [at, pending] of hunks.entries())
    yield [pending, (position) => offsetsByHunk[at]?.includes(offsetOf(pending, position) ?? NaN) ?? false];
}

/** Keeps the first hunk at the start of the file, and the last one at its end, if their short context shows it. */
function* fileEdgeFilters(hunks: readonly PendingHunk[], fileLength: number): Iterable<PositionFilter> {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (first !== undefined && fileEdgeOf(first.hunk, { isLast: false }) === 'start')
    yield [first, (position) => position === 0];
  const isLikeGit = leadingContext(last?.hunk.body.lines ?? []) >= gitContextLines;
  if (last !== undefined && isLikeGit && fileEdgeOf(last.hunk, { isLast: true }) === 'end')
    yield [last, (position) => position + matchedLength(last) === fileLength];
}

/** Adjacent hunks with the same positions get them in order, if there are as many positions as hunks. */
function* runFilters(hunks: readonly PendingHunk[]): Iterable<PositionFilter> {
  for (let at = 0; at < hunks.length;) {
    const positions = hunks[at]?.positions ?? [];
    let end = at + 1;
    while (positions.length > 1 && areSamePositions(hunks[end]?.positions, positions)) end++;
    const run = hunks.slice(at, end);
    if (run.length > 1 && run.length === positions.length)
      for (const [index, pending] of run.entries()) yield [pending, (position) => position === positions[index]];
    at = end;
  }
}

function areSamePositions(left: readonly number[] | undefined, right: readonly number[]): boolean {
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
