// Places all hunks of a file: searches for each, narrows ambiguous places, and refuses what stays unclear.
import { noShift } from '../../text/indentShift.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { conflict, listLines } from './conflict.ts';
import { truncated } from '../parse/truncated.ts';
import { markApplied } from './appliedBefore.ts';
import { isPlausible } from './plausible.ts';
import { edgeOf } from '../search/anchors.ts';
import { isInsertionWithoutContext, placeInsertion } from './insertion.ts';
import { expectedOffsets, offsetOf, type PendingHunk, type Knowledge } from './offsets.ts';
import { placeWithLessContext, type ExpectedPlace } from './lessContext.ts';
import { changedRange, isCompleteAtPlace, type Placement } from './placement.ts';
import { indentShiftAt } from './reindent.ts';
import { prepareIndexes, makeIndex, type SearchedFile } from '../search/search.ts';
import { findHunk } from './findHunk.ts';
import { contextAbove, sideOf } from '../parse/hunkBody.ts';
import { narrowPlaces } from './narrowPlaces.ts';
import type { Hunk } from '../parse/types.ts';

/**
 * Finds the place of every hunk in a file. The placements are in the order of the file and do not overlap.
 *
 * @throws ToolError PATCH_CONFLICT for a hunk that matches nowhere or is refused by a decision table; PATCH_INVALID for
 * one that seems truncated
 */
export function* placeHunks(
  searched: SearchedFile,
  hunks: readonly Hunk[],
  path: string,
  knowledge: Knowledge,
): Yielding<readonly Placement[]> {
  const placements = yield* placeBySearch(searched, inOrder(hunks), path, knowledge);
  return checkPlacements(withoutRepeats(placements), searched, path, knowledge);
}

/** Searches the file for each hunk, and narrows ambiguous places. */
function* searchHunks(
  searched: SearchedFile,
  hunks: readonly Hunk[],
  knowledge: Knowledge,
): Yielding<readonly PendingHunk[]> {
  const pendingHunks: PendingHunk[] = [];
  for (const hunk of hunks) {
    yield* prepareIndexes(searched, sideOf(hunk.body.lines, 'old'));
    const match = isInsertionWithoutContext(hunk) ? undefined : findHunk(searched, hunk);
    pendingHunks.push({ hunk, match, places: match?.places ?? [] });
    if (shouldYield(searched.sinceYield, 4 * hunk.body.lines.length)) yield;
  }
  narrowPlaces(pendingHunks, searched, knowledge);
  return pendingHunks;
}

function* placeBySearch(
  searched: SearchedFile,
  hunks: readonly Hunk[],
  path: string,
  knowledge: Knowledge,
): Yielding<readonly Placement[]> {
  const pendingHunks = yield* searchHunks(searched, hunks, knowledge);
  const allOnTheirLines = pendingHunks.every(
    (pending) => isInsertionWithoutContext(pending.hunk) || offsetOf(pending, pending.places[0] ?? NaN) === 0,
  );
  // `isPlausible` searches at this tier; building the index here lets the event loop run.
  if (!allOnTheirLines) yield* makeIndex(searched, 'trailingWhitespace');
  const expected = expectedOffsets(pendingHunks, knowledge);
  const bounds = boundsOf(pendingHunks, searched.file.texts.length);
  const placements: Placement[] = [];
  for (const [at, pending] of pendingHunks.entries()) {
    const { hunk } = pending;
    const expectedPlace = {
      bounds: bounds[at] ?? [0, searched.file.texts.length],
      edge: edgeOf(hunk, at === pendingHunks.length - 1),
      offsets: expected[at] ?? [],
    } as const;
    if (isInsertionWithoutContext(hunk)) {
      const othersOnTheirLines = allOnTheirLines && pendingHunks.length > 1;
      placements.push(placeInsertion(searched, hunk, knowledge, othersOnTheirLines, { path, hunk }));
    } else placements.push(...placePending(searched, pending, expectedPlace, { path, knowledge }));
    if (shouldYield(searched.sinceYield, 4 * hunk.body.lines.length)) yield;
  }
  const offsets = new Map(pendingHunks.map(({ hunk }, at) => [hunk, expected[at] ?? []]));
  return yield* markApplied(placements, searched, path, knowledge, offsets);
}

function placePending(
  searched: SearchedFile,
  pending: PendingHunk,
  expectedPlace: ExpectedPlace,
  { path, knowledge }: { readonly path: string; readonly knowledge: Knowledge },
): readonly Placement[] {
  const { hunk, match, places } = pending;
  if (places.length > 1) throw ambiguous(pending, path);
  if (match === undefined) {
    const parts = placeWithLessContext(searched, hunk, expectedPlace);
    if (parts === undefined) throw notFound(hunk, path);
    return parts;
  }
  if (!isPlausible(searched, pending, match, expectedPlace.offsets, knowledge)) throw implausible(pending, path);
  return [placementOf(searched, pending, path)];
}

/** Sorts hunks by line number, so that neighbours in the list are neighbours in the file. */
function inOrder(hunks: readonly Hunk[]): readonly Hunk[] {
  if (hunks.some((hunk) => hunk.numbers === undefined)) return hunks;
  return [...hunks].sort((a, b) => (a.numbers?.oldStart ?? 0) - (b.numbers?.oldStart ?? 0));
}

function ambiguous({ hunk, match, places }: PendingHunk, path: string): Error {
  const above = contextAbove(match?.lines ?? []);
  return conflict(
    { path, hunk },
    `fits equally well at lines ${listLines(places.map((place) => place + above))}. Add context lines that occur only at the place you mean`,
  );
}

function implausible({ hunk, places }: PendingHunk, path: string): Error {
  return conflict(
    { path, hunk },
    `fits only at line ${listLines(places)}, but the file has changed since the patch was made, and you may mean another place. Read the file again and make the patch from it`,
  );
}

function placementOf(searched: SearchedFile, { hunk, match, places }: PendingHunk, path: string): Placement {
  const [at] = places;
  if (match === undefined || at === undefined) throw notFound(hunk, path);
  const { lines, tier, side } = match;
  const shift = side === 'old' && tier === 'indentation' ? indentShiftAt(searched.file, lines, at) : noShift;
  if (shift === undefined) throw notFound(hunk, path);
  const above = sideOf(hunk.body.lines.slice(0, match.skipped), 'old').length;
  return { hunk, lines, at, tier, found: tier, above, shift, alreadyApplied: side === 'new' };
}

/** The lines between the nearest placed hunks above and below each hunk. */
function boundsOf(pendingHunks: readonly PendingHunk[], end: number): readonly ExpectedPlace['bounds'][] {
  const above: number[] = [];
  let last = 0;
  for (const { places } of pendingHunks) {
    above.push(last);
    if (places.length === 1) last = places[0] ?? last;
  }
  const bounds: ExpectedPlace['bounds'][] = [];
  let next = end;
  for (const [at, { places }] of [...pendingHunks.entries()].toReversed()) {
    const lowest = above[at] ?? 0;
    bounds.push(lowest <= next ? [lowest, next] : [0, end]);
    if (places.length === 1) next = (places[0] ?? next) + 1;
  }
  return bounds.toReversed();
}

/** Marks a hunk that repeats another one at the same place as already applied. */
function withoutRepeats(placements: readonly Placement[]): readonly Placement[] {
  const seen = new Map<number, Placement>();
  return placements.map((placement) => {
    const first = seen.get(placement.at);
    if (first === undefined) seen.set(placement.at, placement);
    const isRepeat =
      first !== undefined &&
      first.hunk !== placement.hunk &&
      first.lines.length === placement.lines.length &&
      first.lines.every(
        ({ kind, text }, at) => kind === placement.lines[at]?.kind && text === placement.lines[at].text,
      );
    return isRepeat ? { ...placement, alreadyApplied: true } : placement;
  });
}

function notFound(hunk: Hunk, path: string): Error {
  const removes = hunk.body.lines.some((line) => line.kind === 'remove');
  return conflict(
    { path, hunk },
    `does not fit: ${removes ? 'its removed and context lines' : 'its context lines'} are not in the file as it is now. Read the file again and make the patch from it`,
  );
}

/** Sorts placements, and refuses truncated, reordered and overlapping ones. */
function checkPlacements(
  placements: readonly Placement[],
  searched: SearchedFile,
  path: string,
  { base, resultIsVerified }: Knowledge,
): readonly Placement[] {
  const sorted = placements
    .map((placement) => ({ placement, range: changedRange(placement) }))
    .sort((a, b) => a.range[0] - b.range[0]);
  let changedTo = 0;
  let previousStart = 0;
  for (const { placement, range } of sorted) {
    const { hunk } = placement;
    if (hunk.maybeTruncated && !resultIsVerified && !isCompleteAtPlace(placement, searched.file))
      throw truncated(hunk.patchLine);
    const start = hunk.numbers?.oldStart ?? 0;
    if (base === 'drifted' && start < previousStart)
      throw conflict(
        { path, hunk },
        'is no longer in the order of the patch. Read the file again and make the patch from it',
      );
    previousStart = start;
    if (placement.alreadyApplied) continue;
    const [from, to] = range;
    if (from < changedTo)
      throw conflict({ path, hunk }, 'changes lines that another hunk changes, too. Send one hunk for them');
    changedTo = to;
  }
  return sorted.map(({ placement }) => placement);
}
