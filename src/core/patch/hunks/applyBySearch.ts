// Applies hunks by searching the file for their lines, and reports how loosely and where each was found.
import type { LoosePlacement } from '../../change/reviewTexts.ts';
import type { TextEdit } from '../../text/text.ts';
import { isBlank } from '../../text/normalizeLine.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { placeHunks } from '../place/placeHunks.ts';
import { changedRange, distanceFromHeader, type Placement } from '../place/placement.ts';
import { sideOf } from '../parse/hunkLines.ts';
import type { FileText, SearchedFile } from '../search/searchedFile.ts';
import { looserTier, type MatchTier } from '../search/tier.ts';
import type { PatchHunk } from '../parse/types.ts';
import { placementEdits, type AppliedHunks, type HunkReport } from './hunkEdits.ts';

/**
 * Applies hunks by searching the whole file for their lines, not only at the line numbers of their headers.
 *
 * @throws ToolError as `placeHunks` does
 */
export function* applyBySearch(
  searchedFile: SearchedFile,
  hunks: readonly PatchHunk[],
): Yielding<Omit<AppliedHunks, 'text'>> {
  const placements = yield* placeHunks(searchedFile, hunks);
  const edits: TextEdit[] = [];
  const editsByPlacement = new Map<Placement, readonly TextEdit[]>();
  for (const placement of placements) {
    const placedEdits = placementEdits(placement, searchedFile.file);
    editsByPlacement.set(placement, placedEdits);
    for (const edit of placedEdits) edits.push(edit);
    if (countTowardsYield(searchedFile.sinceYield, placement.lines.length)) yield;
  }
  return { edits, reports: yield* reportsOf(hunks, placements, editsByPlacement, searchedFile) };
}

/** Reports how each hunk was applied, in order. It has several placements if it was placed block by block. */
function* reportsOf(
  hunks: readonly PatchHunk[],
  placements: readonly Placement[],
  editsByPlacement: ReadonlyMap<Placement, readonly TextEdit[]>,
  searchedFile: SearchedFile,
): Yielding<HunkReport[]> {
  const placementsByHunk = Map.groupBy(placements, ({ hunk }) => hunk);
  const reports: HunkReport[] = [];
  for (const hunk of hunks) {
    const hunkPlacements = placementsByHunk.get(hunk) ?? [];
    const edits = hunkPlacements.flatMap((placement) => editsByPlacement.get(placement) ?? []);
    reports.push({ ...reportOf(hunk, hunkPlacements, searchedFile), edits });
    if (countTowardsYield(searchedFile.sinceYield, hunk.body.lines.length)) yield;
  }
  return reports;
}

function reportOf(
  hunk: PatchHunk,
  placements: readonly Placement[],
  { file }: SearchedFile,
): Omit<HunkReport, 'edits'> {
  const unappliedPlacements = placements.filter(({ alreadyApplied }) => !alreadyApplied);
  const first = unappliedPlacements[0] ?? placements[0];
  const tier = placements.map(({ reportedTier }) => reportedTier).reduce(looserTier, 'exact');
  // `*** End of File` below a hunk counts as context, which is gone if the file has text below it.
  const hasLeftFileEnd = first !== undefined && hunk.reachesFileEnd && hasTextBelow(first, file);
  const placed = describeLoosePlacement(unappliedPlacements, hasLeftFileEnd ? 'lessContext' : tier, file);
  return {
    patchLine: hunk.patchLine,
    line: first === undefined ? 1 : firstChangedLine(first, file),
    tier,
    alreadyApplied: unappliedPlacements.length === 0,
    ...(placed === undefined ? {} : { placed }),
  };
}

/** The line (1-based) of the first change of a placement, in the file before. */
function firstChangedLine(placement: Placement, { texts }: FileText): number {
  return Math.min(changedRange(placement)[0], texts.length) + 1;
}

/** Whether lines that are not blank follow the old lines of a placement. */
function hasTextBelow({ lines, fileLine }: Placement, { texts }: FileText): boolean {
  const end = fileLine + sideOf(lines, 'old').length;
  return texts.findLastIndex((text) => !isBlank(text)) >= end;
}

/** The kind of difference that each tier tolerates. Strict tiers need a caution only on another line. */
const differenceByTier: Readonly<Record<MatchTier, LoosePlacement['difference']>> = {
  exact: 'exact',
  lineEndings: 'exact',
  trailingWhitespace: 'exact',
  indentation: 'indentation',
  lookAlikes: 'lookAlikes',
  lessContext: 'context',
};

/** The caution about a hunk; undefined if it matched strictly on the line of its header, or is applied already. */
function describeLoosePlacement(
  unappliedPlacements: readonly Placement[],
  tier: MatchTier,
  file: FileText,
): LoosePlacement | undefined {
  const movedPlacement = unappliedPlacements.find((placement) => distanceFromHeader(placement) !== 0);
  const reportedPlacement = movedPlacement ?? unappliedPlacements[0];
  const difference = differenceByTier[tier];
  if (reportedPlacement === undefined || (difference === 'exact' && movedPlacement === undefined)) return undefined;
  const line = firstChangedLine(reportedPlacement, file);
  if (movedPlacement === undefined) return { difference, line };
  return { difference, line, lineInPatch: Math.max(0, line - distanceFromHeader(movedPlacement)) };
}
