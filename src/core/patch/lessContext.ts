import { isBlank } from '../fold.ts';
import { noShift } from '../indentShift.ts';
import { countLines } from './lineIndex.ts';
import type { Placement } from './placement.ts';
import { findAt, indexOf, type Searched } from './search.ts';
import { sideOf, weightOf } from './seek.ts';
import { keyOf, strictTiers } from './tier.ts';
import type { Hunk, HunkLine } from './types.ts';

/** Lines of the file between which a hunk has to stand, because of its neighbours: `[from, to)`. */
export type Bounds = readonly [number, number];

/**
 * Places a hunk some of whose context has changed. The hunk is cut into its blocks of changes; each block needs all of its
 * removed lines and the nearest context line on either side (as a three-way merge does), must stand at one place only,
 * and must say enough not to stand there by chance. `undefined` where that fails for any block.
 */
export function placeWithLessContext(searched: Searched, hunk: Hunk, bounds: Bounds): readonly Placement[] | undefined {
  const placements: Placement[] = [];
  let [floor] = bounds;
  for (const block of blocksOf(hunk.lines)) {
    const placement = placeBlock(searched, hunk, block, [floor, bounds[1]]);
    if (placement === undefined) return undefined;
    placements.push(placement);
    const side = placement.alreadyApplied ? 'new' : 'old';
    floor = placement.at + sideOf(placement.lines, side).length - block.below;
  }
  return placements;
}

/** A run of changed lines with its nearest context. */
interface Block {
  readonly lines: readonly HunkLine[];
  /** How many context lines stand above and below: 1, or 0 at the edge of a hunk without context there. */
  readonly above: number;
  readonly below: number;
}

function blocksOf(lines: readonly HunkLine[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.kind === 'context') continue;
    let end = at;
    while (end < lines.length && lines[end]?.kind !== 'context') end++;
    const from = Math.max(0, at - 1);
    const to = Math.min(lines.length, end + 1);
    blocks.push({ lines: lines.slice(from, to), above: at - from, below: to - end });
    at = end;
  }
  return blocks;
}

function placeBlock(searched: Searched, hunk: Hunk, block: Block, [from, to]: Bounds): Placement | undefined {
  const isNear = (place: number): boolean => place >= from && place < to;
  for (const side of ['old', 'new'] as const) {
    const lines = sideOf(block.lines, side);
    for (const tier of strictTiers) {
      const places = findAt(searched, lines, tier, true);
      if (places.length === 0) continue;
      const [place] = places;
      if (places.length > 1 || place === undefined || !isNear(place) || !saysEnough(searched, lines)) return undefined;
      if (!keepsItsEdges(searched, block, place, lines.length)) return undefined;
      return {
        hunk,
        lines: block.lines,
        at: place,
        tier: 'lessContext',
        shift: noShift,
        alreadyApplied: side === 'new',
      };
    }
  }
  return undefined;
}

/** A block without context on one side stood at that end of the file, and must still stand there. */
function keepsItsEdges(searched: Searched, block: Block, place: number, height: number): boolean {
  if (block.above === 0 && place > 0) return false;
  return block.below > 0 || place + height === searched.file.texts.length;
}

/** At least one of the lines is rare in the file, and together they hold some words. */
function saysEnough(searched: Searched, lines: readonly HunkLine[]): boolean {
  const index = indexOf(searched, 'trailingWhitespace');
  const rare = lines.some(
    (line) =>
      !isBlank(line.text) &&
      weightOf([line]) >= 3 &&
      countLines(index, [keyOf('trailingWhitespace', line.text, '')]) <= 2,
  );
  return rare && weightOf(lines) >= 6;
}
