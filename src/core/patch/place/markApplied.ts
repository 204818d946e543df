// Decides whether a hunk was already applied, if the file contains both its old lines and its result (decision table
// `perhapsApplied`).
import type { ToolError } from '../../wording/errors.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { conflictError, type Placement } from './placement.ts';
import { decide, lazy } from './choose/decide.ts';
import { perhapsApplied } from './choose/decisionTable.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import { findLinesAt, searchCost } from '../search/findLines.ts';
import { addsOnlyText, addsText, isTelling, provesApplied } from './appliedProof.ts';
import { gitContextLines, headerLineOf, leadingContext, sideOf, trailingContext } from '../parse/hunkLines.ts';
import { strictTiers } from '../search/tier.ts';
import type { PatchHunk } from '../parse/types.ts';

/** Matches of the result of a hunk whose old lines are in the file, too. */
interface ResultMatches {
  /** Whether the result is only elsewhere in the file, sharing no line with the position of the hunk. */
  readonly isElsewhere: boolean;
  /** The lines (0-based) of the file at which it begins. */
  readonly fileLines: readonly number[];
}

/**
 * Marks placements as already applied if the file contains both the old lines and the result: added lines next to their
 * copy, lines removed from a run of equal ones, or code that exists twice.
 *
 * @throws ToolError PATCH_CONFLICT if the decision table `perhapsApplied` refuses
 */
export function* markApplied(
  placements: readonly Placement[],
  searchedFile: SearchedFile,
  expectedOffsetsByHunk: ReadonlyMap<PatchHunk, readonly number[]>,
): Yielding<readonly Placement[]> {
  if (searchedFile.base === 'intact') return placements;
  const matchesInDoubt = new Map<Placement, ResultMatches>();
  for (const placement of placements) {
    const resultMatches = findResultMatches(searchedFile, placement, expectedOffsetsByHunk.get(placement.hunk) ?? []);
    if (resultMatches !== undefined) matchesInDoubt.set(placement, resultMatches);
    if (countTowardsYield(searchedFile.sinceYield, searchCost * placement.lines.length)) yield;
  }
  const clearPlacements = placements.filter((placement) => !matchesInDoubt.has(placement));
  const others = {
    hasApplied: clearPlacements.some((placement) => placement.alreadyApplied),
    hasUnapplied: clearPlacements.some((placement) => !placement.alreadyApplied),
  };
  return placements.map((placement) => {
    const resultMatches = matchesInDoubt.get(placement);
    if (resultMatches === undefined) return placement;
    const offsets = expectedOffsetsByHunk.get(placement.hunk) ?? [];
    switch (judgeApplied(searchedFile, placement, resultMatches, offsets, others)) {
      case 'apply':
        return placement;
      case 'skip':
        return { ...placement, alreadyApplied: true };
      case 'refuse':
        throw undecidedError(searchedFile, placement.hunk);
    }
  });
}

function judgeApplied(
  searchedFile: SearchedFile,
  placement: Placement,
  resultMatches: ResultMatches,
  expectedOffsets: readonly number[],
  { hasApplied, hasUnapplied }: { readonly hasApplied: boolean; readonly hasUnapplied: boolean },
): 'apply' | 'skip' | 'refuse' {
  const { hunk, lines, reportedTier } = placement;
  const expected = lazy(() => findExpectedSides(searchedFile, placement, resultMatches, expectedOffsets));
  return decide(perhapsApplied, {
    othersApplied: () => hasApplied && !hasUnapplied,
    othersUnapplied: () => hasUnapplied && !hasApplied,
    othersDiffer: () => hasApplied && hasUnapplied,
    onlyResultExpected: () => expected().isResult && !expected().isOldSide,
    onlyOldExpected: () => expected().isOldSide && !expected().isResult,
    bothExpected: () => expected().isOldSide && expected().isResult,
    isAddition: () => !resultMatches.isElsewhere && lines.every((line) => line.kind !== 'remove'),
    namesBase: () => searchedFile.base === 'drifted' || hunk.numbers !== undefined,
    repeatsText: () => !resultMatches.isElsewhere && addsOnlyText(lines),
    contextGone: () => reportedTier === 'lessContext',
  });
}

function undecidedError(searchedFile: SearchedFile, hunk: PatchHunk): ToolError {
  return conflictError(
    searchedFile,
    hunk,
    'may have been applied already, or may be meant to change the same lines again. Read the file again and send only what is missing, with context lines above and below',
  );
}

/** The matches of a result that cast doubt on a placement; undefined if there are none. */
function findResultMatches(
  searchedFile: SearchedFile,
  placement: Placement,
  expectedOffsets: readonly number[],
): ResultMatches | undefined {
  const { lines, fileLine, matchedTier, alreadyApplied } = placement;
  const canBeInDoubt = !alreadyApplied && strictTiers.includes(matchedTier);
  // `placeInsertion` decides about hunks that only add lines.
  if (!canBeInDoubt || lines.every((line) => line.kind === 'add')) return undefined;
  // What is removed at an end of the file is still there, although the result is a part of it: git would show a copy that
  // is left as context.
  const onlyRemoves = lines.every((line) => line.kind !== 'add');
  if (onlyRemoves && isAtItsFileEdge(placement, searchedFile) === true) return undefined;
  const [oldLines, newLines] = [sideOf(lines, 'old'), sideOf(lines, 'new')];
  // A result of as many lines at the same position differs from the old lines only in what the tier ignores.
  const fileLines = findLinesAt(searchedFile, newLines, matchedTier).filter(
    (line) => line !== fileLine || oldLines.length !== newLines.length,
  );
  const overlapping = fileLines.filter(
    (line) => line < fileLine + oldLines.length && line + newLines.length > fileLine,
  );
  if (overlapping.length > 0) return { isElsewhere: false, fileLines: overlapping };
  if (fileLines.length === 0) return undefined;
  const elsewhere = { isElsewhere: true, fileLines };
  if (provesApplied(lines)) return elsewhere;
  // A short result, and that of a removal, even if it adds blank lines, is text that other blocks may have, too. It
  // casts doubt only if it is on the expected line, and the old lines are not.
  const { isOldSide, isResult } = findExpectedSides(searchedFile, placement, elsewhere, expectedOffsets);
  return isResult && !isOldSide && (addsText(lines) || isTelling(lines)) ? elsewhere : undefined;
}

/**
 * Whether the old lines of a placement are at the end of the file at which the context of the hunk, as git writes it,
 * shows that they were; undefined if it shows no end.
 */
function isAtItsFileEdge({ lines, fileLine }: Placement, { file }: SearchedFile): boolean | undefined {
  const [above, below] = [leadingContext(lines), trailingContext(lines)];
  if (above === 0 && below >= gitContextLines) return fileLine === 0;
  if (below > 0 || above < gitContextLines) return undefined;
  return fileLine + sideOf(lines, 'old').length === file.texts.length;
}

/**
 * Finds the sides of a hunk that are at one of its expected offsets from the line of its header; none without line
 * numbers.
 */
function findExpectedSides(
  searchedFile: SearchedFile,
  placement: Placement,
  resultMatches: ResultMatches,
  expectedOffsets: readonly number[],
): { readonly isOldSide: boolean; readonly isResult: boolean } {
  const { hunk, lines, fileLine, oldLinesBefore } = placement;
  if (hunk.numbers === undefined) return { isOldSide: false, isResult: false };
  const headerLine = headerLineOf(hunk.numbers, lines) + oldLinesBefore;
  return {
    isOldSide: expectedOffsets.includes(fileLine - headerLine) && isAtItsFileEdge(placement, searchedFile) !== false,
    isResult: resultMatches.fileLines.some((line) => expectedOffsets.includes(line - headerLine)),
  };
}
