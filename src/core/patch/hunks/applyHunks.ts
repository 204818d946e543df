// Applies hunks to a text: at the lines of their headers, else by a search, of which it reports how loosely and where each
// was found.
import type { LoosePlacement } from '../../change/reviewTexts.ts';
import { isBlank } from '../../text/normalizeLine.ts';
import { applyEditsYielding, lineFeed, type TextEdit } from '../../text/text.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import {
  headingOf,
  headingsOf,
  prepareFile,
  replaceRun,
  type FileText,
  type IndexLineFacts,
  type SearchedFile,
  type SourceText,
} from '../search/searchedFile.ts';
import { looserTier, type MatchTier } from '../search/tier.ts';
import { placeHunks } from '../place/placeHunks.ts';
import { changedRange, distanceFromHeader, type Placement } from '../place/placement.ts';
import { countLines, sideOf } from '../parse/hunkLines.ts';
import { markers, type PatchLines } from '../parse/patchLines.ts';
import type { PatchHunk } from '../parse/types.ts';
import { placementEdits, type AppliedHunks, type HunkReport } from './hunkEdits.ts';

/**
 * Applies hunks to a text, all or none.
 *
 * @param path for messages only
 * @param indexLineFacts undefined without an `index` line
 * @throws ToolError as `placeHunks` does
 */
export function* applyHunks(
  before: SourceText,
  hunks: readonly PatchHunk[],
  path: string,
  indexLineFacts?: IndexLineFacts,
): Yielding<AppliedHunks> {
  const patchLineCount = hunks.reduce((total, hunk) => total + countLines(hunk.body), 0);
  const searchedFile = prepareFile(before, path, patchLineCount, indexLineFacts);
  if (countTowardsYield(searchedFile.sinceYield, searchedFile.file.starts.length)) yield;
  const { edits, reports } = (yield* applyExactly(searchedFile, hunks)) ?? (yield* applyBySearch(searchedFile, hunks));
  return { text: yield* applyEditsYielding(before.text, edits), edits, reports };
}

/**
 * Fast path: applies hunks whose lines are all, byte for byte and in order, at the line numbers of their headers.
 * Undefined if one is not, or may belong elsewhere. Makes the same edits as `applyBySearch`, as a property test shows.
 */
export function* applyExactly(
  { base, file, sinceYield }: SearchedFile,
  hunks: readonly PatchHunk[],
): Yielding<Omit<AppliedHunks, 'text'> | undefined> {
  if (base === 'drifted') return undefined;
  const edits: TextEdit[] = [];
  const reports: HunkReport[] = [];
  /** The header line of the previous hunk, and the first line below its changes; both 0-based. */
  let [previousHeaderLine, freeLine] = [-1, 0];
  for (const hunk of hunks) {
    const { rawLines } = hunk.body;
    // 0-based; -1 without numbers, so less than `freeLine`: the search decides, see below.
    const headerLine = (hunk.numbers?.oldStart ?? 0) - 1;
    if (rawLines === undefined || hunk.mayBeTruncated) return undefined;
    // Leaves the decision to the search if two hunks are at one line, or not in the order of the file.
    if (headerLine === previousHeaderLine || headerLine < freeLine) return undefined;
    if (mayBelongElsewhere(file, hunk, rawLines, headerLine)) return undefined;
    const earlierEditCount = edits.length;
    const changesEnd = addEdits(edits, file, rawLines, headerLine);
    if (changesEnd === undefined) return undefined;
    reports.push(exactReport(hunk, headerLine + rawLines.endOfContext(0) + 1, edits.slice(earlierEditCount)));
    freeLine = changesEnd;
    previousHeaderLine = headerLine;
    // Each line is compared twice: as an old line, and as one of the result.
    if (countTowardsYield(sinceYield, 2 * rawLines.length)) yield;
  }
  return { edits, reports };
}

/** The report of a hunk that was applied exactly, at a line (1-based) of the text before. */
export function exactReport({ patchLine }: PatchHunk, line: number, edits: readonly TextEdit[]): HunkReport {
  return { patchLine, line, tier: 'exact', alreadyApplied: false, edits };
}

/** Whether a hunk, although its old lines are at a line, may belong elsewhere or may already be applied there. */
function mayBelongElsewhere(file: FileText, hunk: PatchHunk, rawLines: PatchLines, startLine: number): boolean {
  const heading = headingOf(hunk);
  if (heading !== undefined && !headingsOf(file).above(startLine).startsWith(heading)) return true;
  // Not a heading of git's default: only the search looks for its line.
  if (heading === undefined && hunk.anchors.length > 0) return true;
  // Git shows the byte order mark in the first line, but the text does not contain it: only the search compares it.
  if (startLine === 0 && rawLines.findIndex((line) => line.startsWith('\ufeff', 1)) >= 0) return true;
  // Perhaps it is applied already: where lines repeat, the old lines and the result can both be at this line, even with
  // context on both sides.
  return isResultAt(file, rawLines, startLine);
}

/** Whether the result of a hunk is at a line. */
function isResultAt(file: FileText, rawLines: PatchLines, startLine: number): boolean {
  let fileLine = startLine;
  for (let line = 0; line < rawLines.length; line++) {
    if (rawLines.markerAt(line) !== markers.remove && !fileLineEquals(file, fileLine++, rawLines, line)) return false;
  }
  return true;
}

/**
 * Adds an edit for each run of changes of a hunk at a line. Returns the line after the last run; undefined if the old
 * lines of the hunk are not there: then the caller discards `edits`, to which some may have been added.
 */
function addEdits(edits: TextEdit[], file: FileText, rawLines: PatchLines, startLine: number): number | undefined {
  let fileLine = startLine;
  /** The first file line of the open run, and the file line after the last closed run. */
  let [runStart, changesEnd] = [startLine, startLine];
  let added: string[] = [];
  const closeRun = (): void => {
    if (fileLine === runStart && added.length === 0) return;
    const edit = replaceRun(file, runStart, fileLine, added);
    if (edit !== undefined) edits.push(edit);
    changesEnd = fileLine;
    added = [];
  };
  for (let line = 0; line < rawLines.length; line++) {
    const marker = rawLines.markerAt(line);
    if (marker === markers.add) {
      added.push(`${rawLines.withoutMarker(line)}\n`);
      continue;
    }
    if (!fileLineEquals(file, fileLine, rawLines, line)) return undefined;
    if (marker === markers.context) closeRun();
    fileLine++;
    if (marker === markers.context) runStart = fileLine;
  }
  closeRun();
  // Without old lines, a hunk fits at every line, so the line of its header proves nothing.
  return fileLine === startLine ? undefined : changesEnd;
}

/** Whether a line of the file ends in LF, and equals a line of the patch without its marker, byte for byte. */
function fileLineEquals(file: FileText, fileLine: number, rawLines: PatchLines, line: number): boolean {
  const { bytes, starts } = file.bytes;
  const end = (starts[fileLine + 1] ?? 0) - 1;
  return bytes[end] === lineFeed && rawLines.equalsWithoutMarker(line, bytes, starts[fileLine] ?? 0, end);
}

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
