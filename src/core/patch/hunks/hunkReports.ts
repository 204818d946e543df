// Reports how each hunk of a patch was applied.
import type { LoosePlacement } from '../../change/cautionTexts.ts';
import type { TextEdit } from '../../text/text.ts';
import { isBlank } from '../../text/normalizeLine.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { changedRange, distanceFromHeader, type Placement } from '../place/placement.ts';
import { sideOf } from '../parse/hunkBody.ts';
import type { FileText } from '../search/fileText.ts';
import type { SearchedFile } from '../search/search.ts';
import { looserTier, type MatchTier } from '../search/tier.ts';
import type { PatchHunk } from '../parse/types.ts';

/** The result of applying one hunk. */
export interface HunkReport {
  /** Line (1-based) of the patch at which the hunk begins. */
  readonly patchLine: number;
  /** Line (1-based) of its first change, in the file before. */
  readonly line: number;
  /** The loosest tier at which one of its parts was found. */
  readonly tier: MatchTier;
  readonly alreadyApplied: boolean;
  /** Set for a hunk that was found only loosely, or not on the line of its header, so that it may be at the wrong position. */
  readonly placed?: LoosePlacement | undefined;
}

/** A text with hunks applied, the edits (offsets in the text before), and a report for each hunk, in order. */
export interface AppliedHunks {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly reports: readonly HunkReport[];
}

/** Reports how each hunk was applied, by the placements of its parts. */
export function* reportsOf(
  hunks: readonly PatchHunk[],
  placements: readonly Placement[],
  searchedFile: SearchedFile,
): Yielding<HunkReport[]> {
  const placementsByHunk = Map.groupBy(placements, ({ hunk }) => hunk);
  const reports: HunkReport[] = [];
  for (const hunk of hunks) {
    reports.push(reportOf(hunk, placementsByHunk.get(hunk) ?? [], searchedFile));
    if (shouldYield(searchedFile.sinceYield, hunk.body.lines.length)) yield;
  }
  return reports;
}

function reportOf(hunk: PatchHunk, parts: readonly Placement[], searchedFile: SearchedFile): HunkReport {
  const first = parts.find((part) => !part.alreadyApplied) ?? parts[0];
  const line = Math.min(first === undefined ? 0 : changedRange(first)[0], searchedFile.file.texts.length) + 1;
  const tier = parts.map((part) => part.reportedTier).reduce(looserTier, 'exact');
  const isAboveEnd = first !== undefined && hunk.reachesFileEnd && hasTextBelow(first, searchedFile.file);
  const alreadyApplied = parts.every((part) => part.alreadyApplied);
  const placed = alreadyApplied ? undefined : describeLoosePlacement(parts, isAboveEnd ? 'lessContext' : tier, line);
  return { patchLine: hunk.patchLine, line, tier, alreadyApplied, ...(placed === undefined ? {} : { placed }) };
}

/**
 * Whether lines that are not blank follow the old lines of a placement. Then `*** End of File` is wrong about its
 * context.
 */
function hasTextBelow({ lines, fileLine }: Placement, { texts }: FileText): boolean {
  const end = fileLine + sideOf(lines, 'old').length;
  return texts.findLastIndex((text) => !isBlank(text)) >= end;
}

/** The kind of difference that each tier tolerates. */
const differenceByTier: Readonly<Record<MatchTier, LoosePlacement['difference']>> = {
  exact: 'exact',
  lineEndings: 'exact',
  trailingWhitespace: 'exact',
  indentation: 'indentation',
  lookAlikes: 'lookAlikes',
  lessContext: 'context',
};

/** The caution for a hunk; undefined if it matched closely, and on the line of its header. */
function describeLoosePlacement(
  parts: readonly Placement[],
  tier: MatchTier,
  line: number,
): LoosePlacement | undefined {
  const difference = differenceByTier[tier];
  const lineOffset = parts
    .map((part) => (part.alreadyApplied ? 0 : distanceFromHeader(part)))
    .find((lines) => lines !== 0);
  if (difference === 'exact' && lineOffset === undefined) return undefined;
  return { difference, line, ...(lineOffset === undefined ? {} : { lineInPatch: Math.max(0, line - lineOffset) }) };
}
