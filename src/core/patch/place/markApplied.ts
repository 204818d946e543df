// Decides whether a hunk was already applied, if the file contains both its old lines and its result
// (`perhapsApplied`).
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { conflictError } from './conflictError.ts';
import { decide, lazy } from './decide.ts';
import { perhapsApplied } from './decisionTable.ts';
import type { Placement } from './placement.ts';
import { findLinesAt, type SearchedFile } from '../search/searchedFile.ts';
import { showsResult } from './findHunk.ts';
import { headerLineOf, sideOf } from '../parse/hunkLines.ts';
import { strictTiers } from '../search/tier.ts';
import type { PatchHunk } from '../parse/types.ts';

/** Evidence that a hunk was already applied, although its old lines are where it was placed. */
interface AppliedEvidence {
  /** Whether the result is elsewhere in the file, and shares no line with the place of the hunk. */
  readonly isElsewhere: boolean;
  /** The lines (0-based) of the file at which its result begins. */
  readonly resultLines: readonly number[];
}

/**
 * Marks placements as already applied where the file contains both the old lines and the result: added lines next to
 * their copy, lines removed from a run of equal ones, code that exists twice.
 *
 * @throws ToolError PATCH_CONFLICT if the decision table `perhapsApplied` refuses
 */
export function* markApplied(
  placements: readonly Placement[],
  searchedFile: SearchedFile,
  expectedOffsetsByHunk: ReadonlyMap<PatchHunk, readonly number[]>,
): Yielding<readonly Placement[]> {
  const { base } = searchedFile;
  const evidenceByPlacement = new Map<Placement, AppliedEvidence | undefined>();
  for (const placement of placements) {
    evidenceByPlacement.set(placement, base === 'intact' ? undefined : findAppliedEvidence(searchedFile, placement));
    if (shouldYield(searchedFile.sinceYield, 4 * placement.lines.length)) yield;
  }
  const clearPlacements = placements.filter((placement) => evidenceByPlacement.get(placement) === undefined);
  const hasApplied = clearPlacements.some((placement) => placement.alreadyApplied);
  const hasUnapplied = clearPlacements.some((placement) => !placement.alreadyApplied);
  return placements.map((placement) => {
    const evidence = evidenceByPlacement.get(placement);
    if (evidence === undefined) return placement;
    const { hunk, lines, reportedTier: tier } = placement;
    const sides = lazy(() => expectedSides(placement, evidence, expectedOffsetsByHunk.get(hunk) ?? []));
    const isAddition = !evidence.isElsewhere && lines.every((line) => line.kind !== 'remove');
    const verdict = decide(perhapsApplied, {
      othersApplied: () => hasApplied && !hasUnapplied,
      othersUnapplied: () => hasUnapplied && !hasApplied,
      othersDiffer: () => hasApplied && hasUnapplied,
      onlyResultExpected: () => sides().isNew && !sides().isOld,
      onlyOldExpected: () => sides().isOld && !sides().isNew,
      bothExpected: () => sides().isOld && sides().isNew,
      isAddition: () => isAddition,
      namesBase: () => base === 'drifted' || hunk.numbers !== undefined,
      contextGone: () => tier === 'lessContext',
    });
    if (verdict === 'refuse') throw undecidedError(searchedFile, hunk);
    return verdict === 'skip' ? { ...placement, alreadyApplied: true } : placement;
  });
}

function undecidedError(searchedFile: SearchedFile, hunk: PatchHunk): Error {
  return conflictError(
    searchedFile,
    hunk,
    'may have been applied already, or may be meant to change the same lines again. Read the file again and send only what is missing, with context lines above and below',
  );
}

function findAppliedEvidence(
  searchedFile: SearchedFile,
  { lines, fileLine, matchedTier: tier, alreadyApplied }: Placement,
): AppliedEvidence | undefined {
  if (alreadyApplied || !strictTiers.includes(tier) || lines.every((line) => line.kind === 'add')) return undefined;
  const [oldLines, newLines] = [sideOf(lines, 'old'), sideOf(lines, 'new')];
  const resultLines = findLinesAt(searchedFile, newLines, tier).filter(
    (position) => position !== fileLine || oldLines.length !== newLines.length,
  );
  const overlapping = resultLines.filter(
    (position) => position < fileLine + oldLines.length && position + newLines.length > fileLine,
  );
  if (overlapping.length > 0) return { isElsewhere: false, resultLines: overlapping };
  return resultLines.length > 0 && showsResult(lines) ? { isElsewhere: true, resultLines } : undefined;
}

/** Finds the sides of a hunk that are at one of its expected offsets from the line of its header. */
function expectedSides(
  { hunk, lines, fileLine, oldLinesBefore }: Placement,
  { resultLines }: AppliedEvidence,
  expectedOffsets: readonly number[],
): { readonly isOld: boolean; readonly isNew: boolean } {
  if (hunk.numbers === undefined) return { isOld: false, isNew: false };
  const start = headerLineOf(hunk.numbers, lines) + oldLinesBefore;
  return {
    isOld: expectedOffsets.includes(fileLine - start),
    isNew: resultLines.some((position) => expectedOffsets.includes(position - start)),
  };
}
