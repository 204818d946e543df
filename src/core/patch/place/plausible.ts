// Tells whether the one place of a hunk is believed, in a file that may have changed since the patch was made.
import { sideOf, withLines } from '../parse/hunkBody.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import { blocksOf, type Block } from './blocks.ts';
import { isContradicted } from './chooseCandidate.ts';
import { decide } from './decide.ts';
import { onePlace } from './decisionTable.ts';
import { offsetOf, type PendingHunk, type Knowledge } from './offsets.ts';
import { weightOf, type HunkMatch } from './findHunk.ts';
import type { Hunk } from '../parse/types.ts';

/** Lines with fewer letters and digits are commonplace: they are no sign of another place. */
const minRivalWeight = 8;

/** Whether a hunk's one place is accepted; `expected` are the offsets that `expectedOffsets` found for it. */
export function isPlausible(
  searched: SearchedFile,
  candidate: PendingHunk,
  sighting: HunkMatch,
  expected: readonly number[],
  { base }: Knowledge,
): boolean {
  const { hunk } = candidate;
  const [place = 0] = candidate.places;
  const offset = offsetOf(candidate, place);
  const otherOffsets = [0, ...expected].filter((other) => other !== offset);
  const verdict = decide(onePlace, {
    isBase: () => base === 'intact',
    hasNumbers: () => hunk.numbers !== undefined,
    leftFileEdge: () => base === 'drifted' && !keepsEdges(searched, sighting, place),
    fitsExpectedLine: () =>
      otherOffsets.length > 0 &&
      blocksOf(sighting.lines)
        .flatMap((block) => rivalStarts(searched, hunk, sighting, block, base))
        .some((start) => otherOffsets.includes(offsetOf(candidate, start) ?? NaN)),
  });
  return verdict === 'accept';
}

/** Where the hunk would begin at each place that a change with its nearest context fits. */
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
    .filter((at) => !isContradicted(searched, sought, { at, height: lines.length }))
    .map((at) => at - (side === 'old' ? block.oldAbove : block.newAbove));
}

/** False for a hunk that has context on one side only, and is not at the end of the file that this shows. */
function keepsEdges(searched: SearchedFile, { lines, side }: HunkMatch, place: number): boolean {
  const hasAbove = lines[0]?.kind === 'context';
  const hasBelow = lines.at(-1)?.kind === 'context';
  if (hasAbove === hasBelow) return true;
  return hasAbove ? place + sideOf(lines, side).length === searched.file.texts.length : place === 0;
}
