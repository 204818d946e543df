// Places all hunks of a file: searches for each, narrows ambiguous positions, and refuses those that stay unclear.
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { checkPlacements, markRepeats } from './checkPlacements.ts';
import { provesApplied } from './appliedProof.ts';
import { markApplied } from './markApplied.ts';
import { hasCountedBlanks, onlyAdds, placeInsertion } from './placeInsertion.ts';
import { expectedOffsets, nearestAfter, nearestBefore } from './offsets.ts';
import { placeHunk } from './placeHunk.ts';
import { offsetOf, placedPosition, type HunkHints, type PendingHunk, type Placement } from './placement.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import { prepareIndexes, buildIndex, searchCost } from '../search/findLines.ts';
import { findHunk } from './findHunk.ts';
import { fileEdgeOf, sideOf } from '../parse/hunkLines.ts';
import { narrowPositions } from './choose/narrowPositions.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Finds the position of every hunk in a file. The placements are in the order of the file and do not overlap.
 *
 * 1. `searchHunks` finds the positions at which the lines of each hunk are, and narrows them to one if it can.
 * 2. `placeProvenHunks` decides about each hunk whose own lines show where it belongs, by the decision tables.
 * 3. `markApplied` marks those of them that were applied already.
 * 4. `placeInsertion` places the others, which only add lines, by what the hunks of steps 2 and 3 show.
 * 5. `checkPlacements` refuses placements that do not go together.
 *
 * @throws ToolError PATCH_CONFLICT for a hunk that matches nowhere or is refused by a decision table; PATCH_INVALID for
 * one that seems truncated
 */
export function* placeHunks(searchedFile: SearchedFile, hunks: readonly PatchHunk[]): Yielding<readonly Placement[]> {
  const pendingHunks = yield* searchHunks(searchedFile, sortByHeader(hunks), hunks.at(-1));
  const areAllOnHeaderLines = pendingHunks.every(isOnHeaderLine);
  yield* buildJudgingIndexes(searchedFile, hunks, areAllOnHeaderLines);
  const offsets = expectedOffsets(pendingHunks, searchedFile);
  const areOthersOnHeaderLines = areAllOnHeaderLines && pendingHunks.length > 1;
  const provenPlacements = yield* placeProvenHunks(searchedFile, pendingHunks, offsets, areOthersOnHeaderLines);
  const offsetsByHunk = new Map(pendingHunks.map(({ hunk }, index) => [hunk, offsets[index] ?? []]));
  const markedPlacements = yield* markApplied(provenPlacements, searchedFile, offsetsByHunk);
  const otherHunks = {
    areOnHeaderLines: areOthersOnHeaderLines,
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

/** Whether a hunk was found on the line of its header, or is an insertion, which has no lines to find. */
function isOnHeaderLine(pending: PendingHunk): boolean {
  return pending.isInsertion || offsetOf(pending, pending.positions[0] ?? NaN) === 0;
}

/** Builds the indexes that `judgeOnlyMatch` may use. It is synchronous, so it would block the event loop with that. */
function* buildJudgingIndexes(
  searchedFile: SearchedFile,
  hunks: readonly PatchHunk[],
  areAllOnHeaderLines: boolean,
): Yielding<void> {
  if (!areAllOnHeaderLines) yield* buildIndex(searchedFile, 'trailingWhitespace');
  const mayJudgeAnchors = searchedFile.base !== 'intact' && hunks.some(({ anchors }) => anchors.length > 0);
  if (mayJudgeAnchors) yield* buildIndex(searchedFile, 'indentation');
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
    // A counted blank line that the file does not have separates the hunk from the next one; below the last hunk, there
    // is nothing to separate.
    const isInsertion = isAddition && match === undefined && !(mayHaveContext && hunk === lastHunk);
    pendingHunks.push({ hunk, isInsertion, match, positions: match?.positions ?? [] });
    if (countTowardsYield(searchedFile.sinceYield, searchCost * hunk.body.lines.length)) yield;
  }
  narrowPositions(pendingHunks, searchedFile);
  return pendingHunks;
}

/**
 * Places the hunks whose own lines show where they belong and whether they were applied. These are evidence for the
 * others, which are short insertions.
 */
function* placeProvenHunks(
  searchedFile: SearchedFile,
  pendingHunks: readonly PendingHunk[],
  offsets: readonly (readonly number[])[],
  areOthersOnHeaderLines: boolean,
): Yielding<readonly Placement[]> {
  const placements: Placement[] = [];
  const bounds = computeBounds(pendingHunks, searchedFile.file.texts.length);
  for (const [index, pending] of pendingHunks.entries()) {
    if (pending.isInsertion) {
      const placement = placeProvenInsertion(searchedFile, pending.hunk, areOthersOnHeaderLines);
      if (placement !== undefined) placements.push(placement);
      continue;
    }
    const hints = {
      bounds: bounds[index] ?? [0, searchedFile.file.texts.length],
      fileEdge: fileEdgeOf(pending.hunk, { isLast: index === pendingHunks.length - 1 }),
      offsets: offsets[index] ?? [],
      hasOtherHunks: pendingHunks.length > 1,
    } as const;
    // Pushes one by one: a spread of very many blocks as arguments overflows the stack.
    for (const placement of yield* placeHunk(searchedFile, pending, hints)) placements.push(placement);
    if (countTowardsYield(searchedFile.sinceYield, searchCost * pending.hunk.body.lines.length)) yield;
  }
  return placements;
}

/** Places an insertion if it is long enough to prove by itself whether it was applied, else undefined. */
function placeProvenInsertion(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  areOthersOnHeaderLines: boolean,
): Placement | undefined {
  if (!provesApplied(hunk.body.lines)) return undefined;
  const otherHunks = { areOnHeaderLines: areOthersOnHeaderLines, areApplied: false, areUnapplied: false };
  const placement = placeInsertion(searchedFile, hunk, otherHunks);
  // Without a line number, a hunk appends. If its lines do not end the file, it may still be applied, with lines added
  // below since: only an applied append is evidence.
  return placement.alreadyApplied || hunk.numbers !== undefined ? placement : undefined;
}

/** Sorts hunks by line number, so that neighbours in the list are neighbours in the file. */
function sortByHeader(hunks: readonly PatchHunk[]): readonly PatchHunk[] {
  if (hunks.some((hunk) => hunk.numbers === undefined)) return hunks;
  return [...hunks].sort((a, b) => (a.numbers?.oldStart ?? 0) - (b.numbers?.oldStart ?? 0));
}

/**
 * The lines `[from, to)` between the nearest placed hunks above and below each hunk; all lines if these are in another
 * order. `end` is the number of lines of the file.
 */
function computeBounds(pendingHunks: readonly PendingHunk[], end: number): readonly HunkHints['bounds'][] {
  const positions = pendingHunks.map(placedPosition);
  const lineAfter = nearestAfter(positions);
  return nearestBefore(positions).map((from = 0, index) => {
    // Includes the first line of the hunk below: if it is context, both may begin there.
    const to = (lineAfter[index] ?? end - 1) + 1;
    return from <= to ? [from, to] : [0, end];
  });
}
