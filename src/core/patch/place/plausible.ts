// Decides whether the only match of a hunk is at the intended position (`onePlace`).
import { sideOf, withLines } from '../parse/hunkBody.ts';
import { findLinesAt, type SearchedFile } from '../search/search.ts';
import { splitIntoBlocks, type HunkBlock } from './blocks.ts';
import { fitsFileEdges, isContradicted } from './context.ts';
import { decide } from './decide.ts';
import { onePlace } from './decisionTable.ts';
import { offsetOf, type PendingHunk, type IndexLineFacts } from './offsets.ts';
import { countLetters, type HunkMatch } from './findHunk.ts';
import type { PatchHunk } from '../parse/types.ts';

/** Minimum number of letters and digits of lines whose match elsewhere counts as a rival. */
const minRivalWeight = 8;

/** Whether the only match of a hunk is accepted; `expected` are its offsets by `expectedOffsets`. */
export function isPlausible(
  searched: SearchedFile,
  pending: PendingHunk,
  match: HunkMatch,
  expected: readonly number[],
  { base }: IndexLineFacts,
): boolean {
  const { hunk } = pending;
  const [position = 0] = pending.positions;
  const offset = offsetOf(pending, position);
  const otherOffsets = [0, ...expected].filter((other) => other !== offset);
  const verdict = decide(onePlace, {
    isBase: () => base === 'intact',
    hasNumbers: () => hunk.numbers !== undefined,
    leftFileEdge: () => base === 'drifted' && !keepsFileEdge(searched, match, position),
    fitsExpectedLine: () =>
      otherOffsets.length > 0 &&
      splitIntoBlocks(match.lines)
        .flatMap((block) => rivalStarts(searched, hunk, match, block, base))
        .some((start) => otherOffsets.includes(offsetOf(pending, start) ?? NaN)),
  });
  return verdict === 'accept';
}

/** The lines at which the hunk would begin if a block, which also matches elsewhere, were placed there. */
function rivalStarts(
  searched: SearchedFile,
  hunk: PatchHunk,
  { lines: all, side }: HunkMatch,
  block: HunkBlock,
  base: IndexLineFacts['base'],
): readonly number[] {
  const lines = sideOf(block.lines, side);
  if (base === 'unknown' && countLetters(lines) < minRivalWeight) return [];
  const sought = { hunk: withLines(hunk, all), block, side };
  return findLinesAt(searched, lines, 'trailingWhitespace')
    .filter((fileLine) => !isContradicted(searched, sought, { fileLine, lineCount: lines.length }))
    .map((fileLine) => fileLine - (side === 'old' ? block.oldLinesBefore : block.newLinesBefore));
}

/** Whether a hunk that was at an end of its file still is: such a hunk has context on one side only. */
function keepsFileEdge(searched: SearchedFile, { lines, side }: HunkMatch, fileLine: number): boolean {
  const hasContextAbove = lines[0]?.kind === 'context';
  const hasContextBelow = lines.at(-1)?.kind === 'context';
  if (hasContextAbove === hasContextBelow) return true;
  const candidate = { fileLine, lineCount: sideOf(lines, side).length };
  return fitsFileEdges(searched, { hasContextAbove, hasContextBelow }, candidate);
}
