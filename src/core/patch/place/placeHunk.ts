// Places one hunk by its only match, or block by block if it has none; formats the errors for hunks that are refused.
import type { Yielding } from '../../async/yielding.ts';
import { findClosestLines, type SimilarLines } from '../../replace/closestLines.ts';
import type { ToolError } from '../../wording/errors.ts';
import { noShift } from '../../text/indentShift.ts';
import { conflictError, type HunkHints, type PendingHunk, type Placement } from './placement.ts';
import { judgeOnlyMatch } from './choose/judgeOnlyMatch.ts';
import { placeWithLessContext } from './placeWithLessContext.ts';
import { indentShiftAt } from './indentShiftAt.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import type { OnlyMatchVerdict } from './choose/decisionTable.ts';
import type { HunkMatch } from './findHunk.ts';
import { leadingContext, sideOf } from '../parse/hunkLines.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Places a hunk by its only match (`positions` are 0-based), or block by block.
 *
 * @throws ToolError PATCH_CONFLICT if its position is not clear
 */
export function* placeHunk(
  searchedFile: SearchedFile,
  pending: PendingHunk,
  hints: HunkHints,
): Yielding<readonly Placement[]> {
  const { hunk, match, positions } = pending;
  if (positions.length > 1) throw ambiguousError(searchedFile, pending);
  if (match === undefined) {
    const placements = placeWithLessContext(searchedFile, hunk, hints);
    if (placements === undefined) throw notFoundError(searchedFile, hunk, yield* findClosestPlace(searchedFile, hunk));
    return placements;
  }
  const verdict = judgeOnlyMatch(searchedFile, pending, match, hints);
  if (verdict !== 'accept') throw implausibleError(searchedFile, pending, verdict);
  return [createPlacement(searchedFile, pending, match)];
}

function createPlacement(
  searchedFile: SearchedFile,
  { hunk, positions }: PendingHunk,
  { lines, tier, side, skippedLines }: HunkMatch,
): Placement {
  const [fileLine] = positions;
  if (fileLine === undefined) throw notFoundError(searchedFile, hunk);
  // Only for the type checker: `findHunk` finds only positions that have a shift.
  const shift = side === 'old' && tier === 'indentation' ? indentShiftAt(searchedFile.file, lines, fileLine) : noShift;
  if (shift === undefined) throw notFoundError(searchedFile, hunk);
  const oldLinesBefore = sideOf(hunk.body.lines.slice(0, skippedLines), 'old').length;
  const tiers = { reportedTier: tier, matchedTier: tier };
  return { hunk, lines, fileLine, ...tiers, oldLinesBefore, shift, side, alreadyApplied: side === 'new' };
}

function ambiguousError(searchedFile: SearchedFile, { hunk, match, positions }: PendingHunk): ToolError {
  // Names the lines that would change, not those of the context above them.
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
): ToolError {
  return conflictError(searchedFile, hunk, `fits only at line ${listLines(positions)}, ${refusalTexts[verdict]}`);
}

/** The lines of the file that are most similar to the old lines of a hunk; undefined if none are. */
function* findClosestPlace({ file }: SearchedFile, { body }: PatchHunk): ReturnType<typeof findClosestLines> {
  const oldTexts = sideOf(body.lines, 'old').map(({ text }) => text);
  return yield* findClosestLines(file.text, oldTexts.join('\n'));
}

function notFoundError(searchedFile: SearchedFile, hunk: PatchHunk, closest?: SimilarLines): ToolError {
  const removes = hunk.body.lines.some((line) => line.kind === 'remove');
  const oldLines = removes ? 'its removed and context lines' : 'its context lines';
  const advice = closest === undefined ? 'Read the file again and make the patch from it' : adviseToRead(closest);
  return conflictError(searchedFile, hunk, `does not fit: ${oldLines} are not in the file as it is now. ${advice}`);
}

/** Lines above and below the closest ones to be read as well, since lines of the hunk may be among them. */
const linesAround = 5;

function adviseToRead({ firstLine, lineCount }: SimilarLines): string {
  const range = lineCount === 1 ? `line ${firstLine + 1}` : `lines ${firstLine + 1}-${firstLine + lineCount}`;
  const startLine = Math.max(1, firstLine + 1 - linesAround);
  const maxLines = firstLine + lineCount + linesAround - startLine + 1;
  return `The closest place is ${range}. Read around it with redline_read_file (startLine ${startLine}, maxLines ${maxLines}) and make the patch from it`;
}

const maxListedLines = 10;

/** Lists 0-based lines as 1-based numbers, at most `maxListedLines`: "3, 8 and 12". */
function listLines(lines: readonly number[]): string {
  const numbers = lines.slice(0, maxListedLines).map((line) => String(line + 1));
  const unlistedCount = lines.length - numbers.length;
  if (unlistedCount > 0) return `${numbers.join(', ')} and ${unlistedCount} more`;
  return numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1) ?? ''}`;
}
