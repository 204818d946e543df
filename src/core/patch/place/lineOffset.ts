import { withLines } from '../parse/hunkBody.ts';
import { standsUnderHeading } from '../search/anchors.ts';
import { blocksOf } from './blocks.ts';
import { isContradicted } from './chooseCandidate.ts';
import { findAt, type Searched } from '../search/search.ts';
import { weightOf } from './seek.ts';
import { sideOf } from '../parse/sideOf.ts';
import { offsetOf, type Candidate, type Knowledge } from './offsets.ts';
import type { HunkLine } from '../parse/types.ts';

/**
 * Whether a hunk's one place can be trusted in a file that has changed since the patch was made. It cannot
 * - where the hunk stood at the beginning or the end of the file (no context on that side) and no longer does;
 * - where the change itself, with its nearest context, also fits the very line that the header or a neighbour speaks for,
 *   or alone stands under the section heading: then that one may be meant, with context that has changed, unless the rest of
 *   the context stands elsewhere.
 */
export function isTrusted(
  searched: Searched,
  candidate: Candidate,
  expected: readonly number[],
  { base }: Knowledge,
): boolean {
  const { sighting, hunk } = candidate;
  const [place] = candidate.places;
  if (sighting === undefined || place === undefined || base === 'intact' || hunk.numbers === undefined) return true;
  if (base === 'drifted' && !keepsEdges(searched, sighting.lines, place, sighting.side)) return false;
  const offset = offsetOf(candidate, place);
  if (offset === undefined) return true;
  const near = [0, ...expected].filter((other) => other !== offset);
  const isMisplaced = base === 'drifted' && standsUnderHeading(searched, hunk, place) === false;
  if (near.length === 0 && !isMisplaced) return true;
  return !blocksOf(sighting.lines).some((block) => {
    const lines = sideOf(block.lines, sighting.side);
    // Where nothing says that the file has changed, commonplace lines are no rival.
    if (base === 'unknown' && weightOf(lines) < 8) return false;
    const above = sighting.side === 'old' ? block.oldAbove : block.newAbove;
    const sought = { hunk: withLines(hunk, sighting.lines), block, side: sighting.side };
    const starts = findAt(searched, lines, 'trailingWhitespace')
      .filter((rival) => !isContradicted(searched, sought, { at: rival, height: lines.length }))
      .map((rival) => rival - above);
    if (starts.some((start) => near.includes(offsetOf(candidate, start) ?? NaN))) return true;
    return isMisplaced && starts.slice(0, 50).some((start) => standsUnderHeading(searched, hunk, start));
  });
}

function keepsEdges(searched: Searched, lines: readonly HunkLine[], place: number, side: 'old' | 'new'): boolean {
  const above = lines[0]?.kind === 'context';
  const below = lines.at(-1)?.kind === 'context';
  if (above === below) return true;
  return above ? place + sideOf(lines, side).length === searched.file.texts.length : place === 0;
}
