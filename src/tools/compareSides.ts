import type { Change } from '../core/change.ts';
import { comparisonInTurns } from '../core/changeComparison.ts';
import { concernsInTurns } from '../core/concerns.ts';
import type { Turns } from '../core/turns.ts';
import { unshownInTurns } from '../core/unshown.ts';
import { inTurns } from './inTurns.ts';

/** Compares the two sides of changes, so that all that is said of them, however large they are, is at hand afterwards. */
export async function compareSides(changes: readonly Change[]): Promise<void> {
  await inTurns(compareEach(changes));
}

function* compareEach(changes: readonly Change[]): Turns<void> {
  for (const change of changes) {
    yield* comparisonInTurns(change);
    yield* unshownInTurns(change);
    yield;
  }
}

/** The same for what a person could overlook in them, which only a review tells. */
export async function lookForConcerns(changes: readonly Change[]): Promise<void> {
  await inTurns(concernsOfEach(changes));
}

function* concernsOfEach(changes: readonly Change[]): Turns<void> {
  for (const change of changes) {
    yield* concernsInTurns(change);
    yield;
  }
}
