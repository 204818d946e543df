// Decides whether the only match of a hunk is at the intended position (decision table `onePlace`).
import { countLetters, sideOf, withLines } from '../../parse/hunkLines.ts';
import { isAnchorBelow, isOutsideAnchorBlock } from '../../search/anchors.ts';
import type { SearchedFile } from '../../search/searchedFile.ts';
import { findLinesAt } from '../../search/findLines.ts';
import { splitIntoBlocks, type HunkBlock } from '../blocks.ts';
import { fitsFileEdges, isContradicted } from './candidateContext.ts';
import { decide } from './decide.ts';
import { onePlace, type OnlyMatchVerdict } from './decisionTable.ts';
import type { HunkMatch } from '../findHunk.ts';
import { offsetOf, type HunkHints, type PendingHunk } from '../placement.ts';
import type { PatchHunk } from '../../parse/types.ts';

/** Minimum number of letters and digits of lines whose match elsewhere counts as a rival. */
const minRivalLetters = 8;

/** Decides by the table whether the only match of a hunk is accepted. */
export function judgeOnlyMatch(
  searchedFile: SearchedFile,
  pending: PendingHunk,
  match: HunkMatch,
  { offsets: expectedOffsets, hasOtherHunks }: HunkHints,
): OnlyMatchVerdict {
  const { base } = searchedFile;
  const { hunk } = pending;
  const [position = 0] = pending.positions;
  const end = position + sideOf(match.lines, match.side).length;
  // The header shows the heading above the hunk before the patch. If other hunks of the patch were
  // applied as well, they may have moved that heading, or added another below it.
  const trustsHeading = !(hasOtherHunks && isResultOnHeaderLine(hunk, match, position));
  return decide(onePlace, {
    isBase: () => base === 'intact',
    aboveItsAnchor: () => trustsHeading && isAnchorBelow(searchedFile, hunk, position, end),
    outsideItsBlock: () =>
      trustsHeading &&
      match.side === 'new' &&
      !hasContextText(match) &&
      isOutsideAnchorBlock(searchedFile, hunk, position),
    hasNumbers: () => hunk.numbers !== undefined,
    leftFileEdge: () => base === 'drifted' && !keepsFileEdge(searchedFile, match, position),
    hasRivalOnExpectedLine: () => hasRivalAt(searchedFile, pending, match, [0, ...expectedOffsets]),
  });
}

/** Whether a match is that of the result, on the line of the header's new side. */
function isResultOnHeaderLine({ numbers }: PatchHunk, { side, skippedLines }: HunkMatch, position: number): boolean {
  return side === 'new' && numbers !== undefined && position === numbers.newStart - 1 + skippedLines;
}

function hasContextText({ lines }: HunkMatch): boolean {
  return countLetters(lines.filter(({ kind }) => kind === 'context')) > 0;
}

/**
 * Whether a block of a hunk also matches elsewhere in the file, such that the hunk would be at one of the offsets. The
 * offset of its only position does not count.
 */
function hasRivalAt(
  searchedFile: SearchedFile,
  pending: PendingHunk,
  match: HunkMatch,
  offsets: readonly number[],
): boolean {
  const [position = 0] = pending.positions;
  const ownOffset = offsetOf(pending, position);
  const rivalOffsets = offsets.filter((offset) => offset !== ownOffset);
  if (rivalOffsets.length === 0) return false;
  const starts = splitIntoBlocks(match.lines).flatMap((block) => rivalStarts(searchedFile, pending.hunk, match, block));
  return starts.some((start) => rivalOffsets.some((offset) => offset === offsetOf(pending, start)));
}

/** The lines at which the hunk would begin, for each match of one of its blocks; its only position is one of them. */
function rivalStarts(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  { lines: hunkLines, side }: HunkMatch,
  block: HunkBlock,
): readonly number[] {
  const lines = sideOf(block.lines, side);
  // In a file that is known to have changed, even a short rival counts.
  if (searchedFile.base === 'unknown' && countLetters(lines) < minRivalLetters) return [];
  const query = { searchedFile, hunk: withLines(hunk, hunkLines), block, side };
  return findLinesAt(searchedFile, lines, 'trailingWhitespace')
    .filter((fileLine) => !isContradicted(query, { fileLine, lineCount: lines.length }))
    .map((fileLine) => fileLine - (side === 'old' ? block.oldLinesBefore : block.newLinesBefore));
}

/** Whether a hunk that was at an end of its file, and so has context on one side only, still is there. */
function keepsFileEdge(searchedFile: SearchedFile, { lines, side }: HunkMatch, fileLine: number): boolean {
  const hasContextAbove = lines[0]?.kind === 'context';
  const hasContextBelow = lines.at(-1)?.kind === 'context';
  if (hasContextAbove === hasContextBelow) return true;
  const candidate = { fileLine, lineCount: sideOf(lines, side).length };
  return fitsFileEdges(searchedFile, { hasContextAbove, hasContextBelow }, candidate);
}
