// Places all hunks of a file: searches for each, narrows ambiguous positions, and refuses those that stay unclear.
import { noShift } from '../../text/indentShift.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { conflictError, listLines } from './conflictError.ts';
import { checkPlacements, markRepeats } from './checkPlacements.ts';
import { markApplied } from './markApplied.ts';
import { judgeOnlyMatch, type MatchHints } from './judgeOnlyMatch.ts';
import { fileEdgeOf } from '../search/anchors.ts';
import { hasCountedBlanks, onlyAdds, placeInsertion } from './placeInsertion.ts';
import { expectedOffsets, nearestAfter, nearestBefore, offsetOf, placedPosition, type PendingHunk } from './offsets.ts';
import { placeWithLessContext, type PlacementHints } from './placeWithLessContext.ts';
import type { Placement } from './placement.ts';
import { indentShiftAt } from './indentShiftAt.ts';
import { prepareIndexes, buildIndex, type SearchedFile } from '../search/searchedFile.ts';
import type { OnlyMatchVerdict } from './decisionTable.ts';
import { findHunk, showsResult, type HunkMatch } from './findHunk.ts';
import { leadingContext, sideOf } from '../parse/hunkLines.ts';
import { narrowPlaces } from './narrowPlaces.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Finds the position of every hunk in a file. The placements are in the order of the file and do not overlap.
 *
 * @throws ToolError PATCH_CONFLICT for a hunk that matches nowhere or is refused by a decision table; PATCH_INVALID for
 * one that seems truncated
 */
export function* placeHunks(searchedFile: SearchedFile, hunks: readonly PatchHunk[]): Yielding<readonly Placement[]> {
  const pendingHunks = yield* searchHunks(searchedFile, sortByHeader(hunks), hunks.at(-1));
  const areAllOnHeaderLines = pendingHunks.every(
    (pending) => pending.isInsertion || offsetOf(pending, pending.positions[0] ?? NaN) === 0,
  );
  // `judgeOnlyMatch` searches at these tiers; building their indexes here lets the event loop run.
  if (!areAllOnHeaderLines) yield* buildIndex(searchedFile, 'trailingWhitespace');
  const mayJudgeAnchors = searchedFile.base !== 'intact' && hunks.some(({ anchors }) => anchors.length > 0);
  if (mayJudgeAnchors) yield* buildIndex(searchedFile, 'indentation');
  const offsets = expectedOffsets(pendingHunks, searchedFile);
  const areOnHeaderLines = areAllOnHeaderLines && pendingHunks.length > 1;
  const provenPlacements = yield* placeProvenHunks(searchedFile, pendingHunks, offsets, areOnHeaderLines);
  const offsetsByHunk = new Map(pendingHunks.map(({ hunk }, index) => [hunk, offsets[index] ?? []]));
  const markedPlacements = yield* markApplied(provenPlacements, searchedFile, offsetsByHunk);
  const otherHunks = {
    areOnHeaderLines,
    areApplied: markedPlacements.length > 0 && markedPlacements.every(({ alreadyApplied }) => alreadyApplied),
    areUnapplied: markedPlacements.length > 0 && markedPlacements.every(({ alreadyApplied }) => !alreadyApplied),
  };
  const placementsByHunk = Map.groupBy(markedPlacements, ({ hunk }) => hunk);
  const allPlacements = pendingHunks.flatMap(
    ({ hunk }) => placementsByHunk.get(hunk) ?? [placeInsertion(searchedFile, hunk, otherHunks)],
  );
  const insertions = new Set(pendingHunks.filter(({ isInsertion }) => isInsertion).map(({ hunk }) => hunk));
  return checkPlacements(markRepeats(allPlacements, insertions), searchedFile);
}

/**
 * Places the hunks whose own lines show where they belong and whether they were applied. These are evidence for the
 * others, which are short insertions.
 */
function* placeProvenHunks(
  searchedFile: SearchedFile,
  pendingHunks: readonly PendingHunk[],
  offsets: readonly (readonly number[])[],
  areOnHeaderLines: boolean,
): Yielding<readonly Placement[]> {
  const placements: Placement[] = [];
  const bounds = computeBounds(pendingHunks, searchedFile.file.texts.length);
  const noEvidence = { areOnHeaderLines, areApplied: false, areUnapplied: false };
  for (const [index, pending] of pendingHunks.entries()) {
    if (pending.isInsertion) {
      // Only a long insertion proves by itself whether it was applied.
      if (!showsResult(pending.hunk.body.lines)) continue;
      const placement = placeInsertion(searchedFile, pending.hunk, noEvidence);
      // An append that is not at the end of the file may be applied, with lines added below since: only finding it is
      // evidence.
      if (placement.alreadyApplied || pending.hunk.numbers !== undefined) placements.push(placement);
      continue;
    }
    const hints = {
      bounds: bounds[index] ?? [0, searchedFile.file.texts.length],
      fileEdge: fileEdgeOf(pending.hunk, index === pendingHunks.length - 1),
      offsets: offsets[index] ?? [],
      hasOtherHunks: pendingHunks.length > 1,
    } as const;
    // One by one: a spread of very many blocks as arguments overflows the stack.
    for (const placement of placeHunk(searchedFile, pending, hints)) placements.push(placement);
    if (shouldYield(searchedFile.sinceYield, 4 * pending.hunk.body.lines.length)) yield;
  }
  return placements;
}

/**
 * Searches the file for each hunk, and narrows those with several positions.
 *
 * @param hunks in the order of the file
 * @param lastHunk the last one as written
 */
function* searchHunks(
  searchedFile: SearchedFile,
  hunks: readonly PatchHunk[],
  lastHunk: PatchHunk | undefined,
): Yielding<readonly PendingHunk[]> {
  const pendingHunks: PendingHunk[] = [];
  for (const hunk of hunks) {
    yield* prepareIndexes(searchedFile, sideOf(hunk.body.lines, 'old'));
    const isAddition = onlyAdds(hunk);
    const mayHaveContext = !isAddition || hasCountedBlanks(hunk);
    const match = mayHaveContext ? findHunk(searchedFile, hunk) : undefined;
    // A counted blank line that the file does not have only separates the hunk from the next one.
    const isInsertion = isAddition && match === undefined && !(mayHaveContext && hunk === lastHunk);
    pendingHunks.push({ hunk, isInsertion, match, positions: match?.positions ?? [] });
    if (shouldYield(searchedFile.sinceYield, 4 * hunk.body.lines.length)) yield;
  }
  narrowPlaces(pendingHunks, searchedFile);
  return pendingHunks;
}

/** The placement of a hunk, or of its blocks one by one. */
function placeHunk(
  searchedFile: SearchedFile,
  pending: PendingHunk,
  hints: PlacementHints & MatchHints,
): readonly Placement[] {
  const { hunk, match, positions } = pending;
  if (positions.length > 1) throw ambiguousError(searchedFile, pending);
  if (match === undefined) {
    const blocks = placeWithLessContext(searchedFile, hunk, hints);
    if (blocks === undefined) throw notFoundError(searchedFile, hunk);
    return blocks;
  }
  const verdict = judgeOnlyMatch(searchedFile, pending, match, hints);
  if (verdict !== 'accept') throw implausibleError(searchedFile, pending, verdict);
  return [createPlacement(searchedFile, pending, match)];
}

/** Sorts hunks by line number, so that neighbours in the list are neighbours in the file. */
function sortByHeader(hunks: readonly PatchHunk[]): readonly PatchHunk[] {
  if (hunks.some((hunk) => hunk.numbers === undefined)) return hunks;
  return [...hunks].sort((a, b) => (a.numbers?.oldStart ?? 0) - (b.numbers?.oldStart ?? 0));
}

function ambiguousError(searchedFile: SearchedFile, { hunk, match, positions }: PendingHunk): Error {
  const contextLines = leadingContext(match?.lines ?? []);
  return conflictError(
    searchedFile,
    hunk,
    `fits equally well at lines ${listLines(positions.map((position) => position + contextLines))}. Add context lines that occur only at the place you mean`,
  );
}

/** Reason and advice for each verdict that refuses the only match of a hunk. */
const refusalTexts: Readonly<Record<Exclude<OnlyMatchVerdict, 'accept'>, string>> = {
  aboveAnchor:
    'above the line that its @@ line names. Read the file again, and send the lines of the place you mean, or correct the @@ line',
  outsideAnchorBlock:
    'with what it makes, outside of the block that its @@ line names. Read the file again; if the change is still to be made, send its lines as they are now',
  fileChanged:
    'but the file has changed since the patch was made, and you may mean another place. Read the file again and make the patch from it',
};

function implausibleError(
  searchedFile: SearchedFile,
  { hunk, positions }: PendingHunk,
  verdict: keyof typeof refusalTexts,
): Error {
  return conflictError(searchedFile, hunk, `fits only at line ${listLines(positions)}, ${refusalTexts[verdict]}`);
}

function createPlacement(
  searchedFile: SearchedFile,
  { hunk, positions }: PendingHunk,
  { lines, tier, side, skippedLines }: HunkMatch,
): Placement {
  const [fileLine] = positions;
  if (fileLine === undefined) throw notFoundError(searchedFile, hunk);
  const shift = side === 'old' && tier === 'indentation' ? indentShiftAt(searchedFile.file, lines, fileLine) : noShift;
  if (shift === undefined) throw notFoundError(searchedFile, hunk);
  const oldLinesBefore = sideOf(hunk.body.lines.slice(0, skippedLines), 'old').length;
  const alreadyApplied = side === 'new';
  return { hunk, lines, fileLine, reportedTier: tier, matchedTier: tier, oldLinesBefore, shift, alreadyApplied };
}

/** The lines between the nearest placed hunks above and below each hunk; all lines if these are in another order. */
function computeBounds(pendingHunks: readonly PendingHunk[], end: number): readonly PlacementHints['bounds'][] {
  const positions = pendingHunks.map(placedPosition);
  const lineAfter = nearestAfter(positions);
  return nearestBefore(positions).map((from = 0, index) => {
    const to = (lineAfter[index] ?? end - 1) + 1;
    return from <= to ? [from, to] : [0, end];
  });
}

function notFoundError(searchedFile: SearchedFile, hunk: PatchHunk): Error {
  const removes = hunk.body.lines.some((line) => line.kind === 'remove');
  return conflictError(
    searchedFile,
    hunk,
    `does not fit: ${removes ? 'its removed and context lines' : 'its context lines'} are not in the file as it is now. Read the file again and make the patch from it`,
  );
}
