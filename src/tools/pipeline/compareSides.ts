import type { Change } from '../../core/change/change.ts';
import { comparisonInTurns } from '../../core/change/changeComparison.ts';
import { warningsInTurns } from '../../core/change/warnings.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { unshownInTurns } from '../../core/change/unshown.ts';
import { runYielding } from './yielding.ts';

/** Compares the two sides of changes, so that all that is said of them, however large they are, is at hand afterwards. */
export async function compareSides(changes: readonly Change[]): Promise<void> {
  await runYielding(compareEach(changes));
}

function* compareEach(changes: readonly Change[]): Yielding<void> {
  for (const change of changes) {
    yield* comparisonInTurns(change);
    yield* unshownInTurns(change);
    yield;
  }
}

/** The same for what a person could overlook in them, which only a review tells. */
export async function lookForWarnings(changes: readonly Change[]): Promise<void> {
  await runYielding(warningsOfEach(changes));
}

function* warningsOfEach(changes: readonly Change[]): Yielding<void> {
  for (const change of changes) {
    yield* warningsInTurns(change);
    yield;
  }
}
