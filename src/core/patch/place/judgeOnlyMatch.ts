// Decides whether the only match of a hunk is at the intended position (`onePlace`).
import { sideOf, withLines } from '../parse/hunkLines.ts';
import { isAnchorBelow, isOutsideAnchorBlock } from '../search/anchors.ts';
import { findLinesAt, type SearchedFile } from '../search/searchedFile.ts';
import { splitIntoBlocks, type HunkBlock } from './blocks.ts';
import { fitsFileEdges, isContradicted } from './candidateContext.ts';
import { decide } from './decide.ts';
import { onePlace, type OnlyMatchVerdict } from './decisionTable.ts';
import { offsetOf, type PendingHunk } from './offsets.ts';
import { countLetters, type HunkMatch } from './findHunk.ts';
import type { PatchHunk } from '../parse/types.ts';

/** Minimum number of letters and digits of lines whose match elsewhere counts as a rival. */
const minRivalLetters = 8;

export interface MatchHints {
  /** Where the hunk was expected (see `offsets.ts`). */
  readonly offsets: readonly number[];
  /** Whether the patch has other hunks for the file. */
  readonly hasOtherHunks: boolean;
}

/** Decides by the table whether the only match of a hunk is accepted. */
export function judgeOnlyMatch(
  searchedFile: SearchedFile,
  pending: PendingHunk,
  match: HunkMatch,
  { offsets: expectedOffsets, hasOtherHunks }: MatchHints,
): OnlyMatchVerdict {
  const { base } = searchedFile;
  const { hunk } = pending;
  const [position = 0] = pending.positions;
  const offset = offsetOf(pending, position);
  const otherExpected = [0, ...expectedOffsets].filter((candidate) => candidate !== offset);
  // The heading is that of the file before: another hunk may have moved it, or added one below it.
  const isResultOnItsLine =
    hasOtherHunks && match.side === 'new' && position === (hunk.numbers?.newStart ?? NaN) - 1 + match.skippedLines;
  return decide(onePlace, {
    isBase: () => base === 'intact',
    aboveItsAnchor: () =>
      !isResultOnItsLine &&
      isAnchorBelow(searchedFile, hunk, position, position + sideOf(match.lines, match.side).length),
    outsideItsBlock: () =>
      match.side === 'new' &&
      !isResultOnItsLine &&
      countLetters(match.lines.filter(({ kind }) => kind === 'context')) === 0 &&
      isOutsideAnchorBlock(searchedFile, hunk, position),
    hasNumbers: () => hunk.numbers !== undefined,
    leftFileEdge: () => base === 'drifted' && !keepsFileEdge(searchedFile, match, position),
    hasRivalOnExpectedLine: () =>
      otherExpected.length > 0 &&
      splitIntoBlocks(match.lines)
        .flatMap((block) => rivalStarts(searchedFile, hunk, match, block))
        .some((start) => otherExpected.some((expected) => expected === offsetOf(pending, start))),
  });
}

/** The lines at which the hunk would begin if a block, which also matches elsewhere, were placed there. */
function rivalStarts(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  { lines: hunkLines, side }: HunkMatch,
  block: HunkBlock,
): readonly number[] {
  const lines = sideOf(block.lines, side);
  if (searchedFile.base === 'unknown' && countLetters(lines) < minRivalLetters) return [];
  const sought = { hunk: withLines(hunk, hunkLines), block, side };
  return findLinesAt(searchedFile, lines, 'trailingWhitespace')
    .filter((fileLine) => !isContradicted(searchedFile, sought, { fileLine, lineCount: lines.length }))
    .map((fileLine) => fileLine - (side === 'old' ? block.oldLinesBefore : block.newLinesBefore));
}

/** Whether a hunk that was at an end of its file still is: such a hunk has context on one side only. */
function keepsFileEdge(searchedFile: SearchedFile, { lines, side }: HunkMatch, fileLine: number): boolean {
  const hasContextAbove = lines[0]?.kind === 'context';
  const hasContextBelow = lines.at(-1)?.kind === 'context';
  if (hasContextAbove === hasContextBelow) return true;
  const candidate = { fileLine, lineCount: sideOf(lines, side).length };
  return fitsFileEdges(searchedFile, { hasContextAbove, hasContextBelow }, candidate);
}
