// Decides whether a hunk was applied before, if the file contains both its old lines and its result (`perhapsApplied`).
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { conflict } from './conflict.ts';
import { decide, lazy } from './decide.ts';
import { perhapsApplied } from './decisionTable.ts';
import type { Knowledge } from './offsets.ts';
import type { Placement } from './placement.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import { showsResult } from './findHunk.ts';
import { sideOf } from '../parse/hunkBody.ts';
import { strictTiers } from '../search/tier.ts';
import type { Hunk } from '../parse/types.ts';

/** Evidence that a hunk was applied before, although its old lines are where it was placed. */
interface AppliedEvidence {
  /** Whether the result is elsewhere in the file, without sharing lines with the place of the hunk. */
  readonly isElsewhere: boolean;
  /** The lines (0-based) at which its result is. */
  readonly places: readonly number[];
}

/**
 * Marks placements as already applied where the file contains both the old lines and the result: added lines beside their
 * own copy, lines removed from a run of equal ones, code that exists twice.
 *
 * @throws ToolError PATCH_CONFLICT if the decision table `perhapsApplied` refuses
 */
export function* markApplied(
  placements: readonly Placement[],
  searched: SearchedFile,
  path: string,
  { base }: Knowledge,
  expected: ReadonlyMap<Hunk, readonly number[]>,
): Yielding<readonly Placement[]> {
  const evidenceOfEach = new Map<Placement, AppliedEvidence | undefined>();
  for (const placement of placements) {
    evidenceOfEach.set(placement, base === 'intact' ? undefined : evidenceOf(searched, placement));
    if (shouldYield(searched.sinceYield, 4 * placement.lines.length)) yield;
  }
  const others = placements.filter((placement) => evidenceOfEach.get(placement) === undefined);
  const hasApplied = others.some((placement) => placement.alreadyApplied);
  const hasUnapplied = others.some((placement) => !placement.alreadyApplied);
  return placements.map((placement) => {
    const evidence = evidenceOfEach.get(placement);
    if (evidence === undefined) return placement;
    const { hunk, lines, tier } = placement;
    const numbers = lazy(() => expectedSides(placement, evidence, expected.get(hunk) ?? []));
    const isAddition = !evidence.isElsewhere && lines.every((line) => line.kind !== 'remove');
    const verdict = decide(perhapsApplied, {
      othersApplied: () => hasApplied && !hasUnapplied,
      othersOpen: () => hasUnapplied && !hasApplied,
      othersDiffer: () => hasApplied && hasUnapplied,
      numbersApplied: () => numbers().isNew && !numbers().isOld,
      numbersOpen: () => numbers().isOld && !numbers().isNew,
      numbersBoth: () => numbers().isOld && numbers().isNew,
      isAddition: () => isAddition,
      namesBase: () => base === 'drifted' || hunk.numbers !== undefined,
      contextGone: () => tier === 'lessContext',
    });
    if (verdict === 'refuse') throw undecided(hunk, path);
    return verdict === 'skip' ? { ...placement, alreadyApplied: true } : placement;
  });
}

function undecided(hunk: Hunk, path: string): Error {
  return conflict(
    { path, hunk },
    'may have been applied already, or may be meant to change the same lines again. Read the file again and send only what is missing, with context lines above and below',
  );
}

function evidenceOf(
  searched: SearchedFile,
  { lines, at, found, alreadyApplied }: Placement,
): AppliedEvidence | undefined {
  if (alreadyApplied || !strictTiers.includes(found) || lines.every((line) => line.kind === 'add')) return undefined;
  const [before, after] = [sideOf(lines, 'old'), sideOf(lines, 'new')];
  const places = findAt(searched, after, found).filter((place) => place !== at || before.length !== after.length);
  const overlapping = places.filter((place) => place < at + before.length && place + after.length > at);
  if (overlapping.length > 0) return { isElsewhere: false, places: overlapping };
  return places.length > 0 && showsResult(lines) ? { isElsewhere: true, places } : undefined;
}

/** Which sides of a hunk are at one of its `expected` offsets from the line of its header. */
function expectedSides(
  { hunk, at, above }: Placement,
  { places }: AppliedEvidence,
  expected: readonly number[],
): { readonly isOld: boolean; readonly isNew: boolean } {
  if (hunk.numbers === undefined) return { isOld: false, isNew: false };
  const start = hunk.numbers.oldStart - 1 + above;
  return { isOld: expected.includes(at - start), isNew: places.some((place) => expected.includes(place - start)) };
}
