// Places hunks some of whose context has changed since the patch was made.
import { noShift } from '../../text/indentShift.ts';
import { blocksOf, type Block } from './blocks.ts';
import { chooseCandidate, isContradicted, isConfirmedByContext, type Candidate } from './chooseCandidate.ts';
import type { Placement } from './placement.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import { hidesChange, withAddedBlanks } from './findHunk.ts';
import { sideOf } from '../parse/hunkBody.ts';
import { strictTiers } from '../search/tier.ts';
import type { Hunk } from '../parse/types.ts';

/** Where to search for such a hunk. */
export interface SearchHints {
  /** The lines `[from, to)` (0-based) between the nearest hunks that have a place. */
  readonly bounds: readonly [number, number];
  /** The end of the file at which the hunk was, as its context shows. */
  readonly edge: 'start' | 'end' | undefined;
  /** Offsets from the line of the header at which the hunk is expected. */
  readonly offsets: readonly number[];
}

/**
 * Places a hunk block by block. Each block must match with all of its removed lines and the nearest context line on each
 * side (as in a three-way merge), and evidence must select one place. Undefined if a block does not.
 */
export function placeWithLessContext(
  searched: SearchedFile,
  hunk: Hunk,
  { bounds, edge, offsets }: SearchHints,
): readonly Placement[] | undefined {
  // If blank lines lost their markers, the context itself is uncertain, too.
  if (withAddedBlanks(hunk).length > 0) return undefined;
  const placements: Placement[] = [];
  let [floor] = bounds;
  for (const block of blocksOf(hunk.body.lines)) {
    const placement = placeBlock(searched, hunk, block, { bounds: [floor, bounds[1]], edge, offsets });
    if (placement === undefined) return undefined;
    placements.push(placement);
    const side = placement.alreadyApplied ? 'new' : 'old';
    floor = placement.at + sideOf(placement.lines, side).length - block.below;
  }
  return placements.length === 0 ? undefined : placements;
}

function placeBlock(searched: SearchedFile, hunk: Hunk, block: Block, around: SearchHints): Placement | undefined {
  const [from, to] = around.bounds;
  let isRefuted = false;
  for (const side of ['old', 'new'] as const) {
    const lines = sideOf(block.lines, side);
    const sought = { hunk, block, side };
    for (const tier of strictTiers) {
      if (side === 'new' && hidesChange(block.lines, tier)) continue;
      const all = findAt(searched, lines, tier, true);
      if (all.length === 0) continue;
      const places = all
        .filter((place) => place >= from && place < to)
        .map((at): Candidate => ({ at, height: lines.length }));
      const at = chooseCandidate(searched, sought, places, { ...around, isOnlyOne: all.length === 1 });
      // If the context contradicts all places of the old lines, the change may have been applied already.
      isRefuted ||=
        side === 'old' && at === undefined && places.every((place) => isContradicted(searched, sought, place));
      if (at === undefined && side === 'old' && isRefuted) break;
      if (at === undefined) return undefined;
      if (isRefuted && !isConfirmedByContext(searched, sought, { at, height: lines.length })) return undefined;
      const { lines: own, oldAbove: above } = block;
      const alreadyApplied = side === 'new';
      return { hunk, lines: own, at, tier: 'lessContext', found: tier, above, shift: noShift, alreadyApplied };
    }
  }
  return undefined;
}
