import { noShift } from '../indentShift.ts';
import { conflict, listLines } from './conflict.ts';
import { cutOff } from './cutOff.ts';
import { isBareInsertion, placeInsertion } from './insertion.ts';
import { placeWithLessContext, type Bounds } from './lessContext.ts';
import { changedRange, reachesEnd, type Placement } from './placement.ts';
import { shiftAt } from './reindent.ts';
import { findAt, type Searched } from './search.ts';
import { seek, sideOf } from './seek.ts';
import { offsetOf, settle, type Candidate, type Knowledge } from './settle.ts';
import { strictTiers } from './tier.ts';
import type { Hunk } from './types.ts';

/**
 * Finds the one place of every hunk in a file. The result is in the order of the file, and nothing in it overlaps.
 *
 * @throws ToolError PATCH_CONFLICT for a hunk that stands nowhere, or at several places with nothing to tell them apart;
 * PATCH_INVALID for one that seems to be cut off.
 */
export function placeHunks(
  searched: Searched,
  hunks: readonly Hunk[],
  path: string,
  knowledge: Knowledge,
): readonly Placement[] {
  const candidates = inOrder(hunks).map((hunk): Candidate => {
    const sighting = isBareInsertion(hunk) ? undefined : seek(searched, hunk);
    return { hunk, sighting, places: sighting?.places ?? [] };
  });
  settle(candidates, searched, knowledge);
  const onTheirLines = candidates.every(
    (candidate) => isBareInsertion(candidate.hunk) || offsetOf(candidate, candidate.places[0] ?? NaN) === 0,
  );
  const bounds = boundsOf(candidates, searched.file.texts.length);
  const placements: Placement[] = [];
  for (const [at, candidate] of candidates.entries()) {
    if (isBareInsertion(candidate.hunk)) {
      const named = { path, hunk: candidate.hunk };
      placements.push(
        placeInsertion(searched, candidate.hunk, knowledge, onTheirLines && candidates.length > 1, named),
      );
    } else if (candidate.places.length > 1) throw ambiguous(candidate, path);
    else if (candidate.sighting !== undefined) placements.push(placeFound(searched, candidate, knowledge, path));
    else {
      const parts = placeWithLessContext(searched, candidate.hunk, bounds[at] ?? [0, searched.file.texts.length]);
      if (parts === undefined) throw missing(candidate.hunk, path);
      placements.push(...parts);
    }
  }
  return checked(placements, searched, path);
}

/** Hunks with numbers in the order of these, so that each one's neighbours are those in the file. */
function inOrder(hunks: readonly Hunk[]): readonly Hunk[] {
  if (hunks.some((hunk) => hunk.numbers === undefined)) return hunks;
  return [...hunks].sort((a, b) => (a.numbers?.oldStart ?? 0) - (b.numbers?.oldStart ?? 0));
}

function ambiguous({ hunk, sighting, places }: Candidate, path: string): Error {
  const above = Math.max(
    0,
    (sighting?.lines ?? []).findIndex((line) => line.kind !== 'context'),
  );
  return conflict(
    { path, hunk },
    `fits equally at lines ${listLines(places.map((place) => place + above))}. Add context lines that occur at the one place meant`,
  );
}

function placeFound(searched: Searched, candidate: Candidate, knowledge: Knowledge, path: string): Placement {
  const { hunk, sighting, places } = candidate;
  const [at] = places;
  if (sighting === undefined || at === undefined) throw missing(hunk, path);
  const { lines, tier, side } = sighting;
  const shift = side === 'old' && tier === 'indentation' ? shiftAt(searched.file, lines, at) : noShift;
  if (shift === undefined) throw missing(hunk, path);
  const placement = { hunk, lines, at, tier, shift, alreadyApplied: side === 'new' };
  if (side === 'new' || knowledge.base === 'intact') return placement;
  if (!isAlreadyBeside(searched, placement)) return placement;
  return { ...placement, alreadyApplied: true };
}

/**
 * A hunk that adds at its edge, with no context beyond, fits the file before as well as its own result. Where the added
 * lines stand there already, adding them once more is not what is meant.
 */
function isAlreadyBeside(searched: Searched, { lines, at }: Placement): boolean {
  const adds = lines.filter((line) => line.kind === 'add');
  if (lines.some((line) => line.kind === 'remove') || adds.every((line) => line.text.trim() === '')) return false;
  const first = lines.findIndex((line) => line.kind !== 'add');
  const start = at - Math.max(0, first);
  if (first === 0 && lines.at(-1)?.kind !== 'add') return false;
  return strictTiers.some((tier) => findAt(searched, sideOf(lines, 'new'), tier).includes(start));
}

/** For each hunk, the places of the nearest hunks above and below that have theirs. */
function boundsOf(candidates: readonly Candidate[], end: number): readonly Bounds[] {
  const above: number[] = [];
  let last = 0;
  for (const { places } of candidates) {
    above.push(last);
    if (places.length === 1) last = places[0] ?? last;
  }
  const bounds: Bounds[] = [];
  let next = end;
  for (const [at, { places }] of [...candidates.entries()].toReversed()) {
    const lowest = above[at] ?? 0;
    bounds.push(lowest <= next ? [lowest, next] : [0, end]);
    if (places.length === 1) next = (places[0] ?? next) + 1;
  }
  return bounds.toReversed();
}

function missing(hunk: Hunk, path: string): Error {
  const removes = hunk.lines.some((line) => line.kind === 'remove');
  return conflict(
    { path, hunk },
    `does not fit: ${removes ? 'its removed and context lines' : 'its context lines'} are not in the file as it is now. Read the file again and make the patch from it`,
  );
}

function checked(placements: readonly Placement[], searched: Searched, path: string): readonly Placement[] {
  const sorted = [...placements].sort((a, b) => changedRange(a)[0] - changedRange(b)[0]);
  let done = 0;
  for (const placement of sorted) {
    if (placement.hunk.unfinished && !reachesEnd(placement, searched.file)) throw cutOff(placement.hunk.patchLine);
    if (placement.alreadyApplied) continue;
    const [from, to] = changedRange(placement);
    if (from < done) {
      throw conflict(
        { path, hunk: placement.hunk },
        'changes lines that another hunk changes too. Send one hunk for them',
      );
    }
    done = to;
  }
  return sorted;
}
