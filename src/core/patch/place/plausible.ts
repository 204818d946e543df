// Decides whether the only place where a hunk matches is the one that is meant (`onePlace`).
import { sideOf, withLines } from '../parse/hunkBody.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import { blocksOf, type Block } from './blocks.ts';
import { isContradicted } from './chooseCandidate.ts';
import { decide } from './decide.ts';
import { onePlace } from './decisionTable.ts';
import { offsetOf, type PendingHunk, type Knowledge } from './offsets.ts';
import { weightOf, type HunkMatch } from './findHunk.ts';
import type { Hunk } from '../parse/types.ts';

/** Minimum number of letters and digits of lines whose match elsewhere counts as another place. */
const minRivalWeight = 8;

/** Whether the only place of a hunk is accepted; `expected` are its offsets by `expectedOffsets`. */
export function isPlausible(
  searched: SearchedFile,
  pending: PendingHunk,
  match: HunkMatch,
  expected: readonly number[],
  { base }: Knowledge,
): boolean {
  const { hunk } = pending;
  const [place = 0] = pending.places;
  const offset = offsetOf(pending, place);
  const otherOffsets = [0, ...expected].filter((other) => other !== offset);
  const verdict = decide(onePlace, {
    isBase: () => base === 'intact',
    hasNumbers: () => hunk.numbers !== undefined,
    leftFileEdge: () => base === 'drifted' && !keepsEdges(searched, match, place),
    fitsExpectedLine: () =>
      otherOffsets.length > 0 &&
      blocksOf(match.lines)
        .flatMap((block) => rivalStarts(searched, hunk, match, block, base))
        .some((start) => otherOffsets.includes(offsetOf(pending, start) ?? NaN)),
  });
  return verdict === 'accept';
}

/** The lines at which the hunk would begin if a block, which also matches elsewhere, were placed there. */
function rivalStarts(
  searched: SearchedFile,
  hunk: Hunk,
  { lines: all, side }: HunkMatch,
  block: Block,
  base: Knowledge['base'],
): readonly number[] {
  const lines = sideOf(block.lines, side);
  if (base === 'unknown' && weightOf(lines) < minRivalWeight) return [];
  const sought = { hunk: withLines(hunk, all), block, side };
  return findAt(searched, lines, 'trailingWhitespace')
    .filter((at) => !isContradicted(searched, sought, { at, lineCount: lines.length }))
    .map((at) => at - (side === 'old' ? block.oldAbove : block.newAbove));
}

/** False for a hunk whose missing context on one side shows an end of the file, but which is not placed there. */
function keepsEdges(searched: SearchedFile, { lines, side }: HunkMatch, place: number): boolean {
  const hasAbove = lines[0]?.kind === 'context';
  const hasBelow = lines.at(-1)?.kind === 'context';
  if (hasAbove === hasBelow) return true;
  return hasAbove ? place + sideOf(lines, side).length === searched.file.texts.length : place === 0;
}
