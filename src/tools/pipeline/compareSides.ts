// Computes diffs and warnings ahead of their use, without blocking the event loop.

import type { Change } from '../../core/change/change.ts';
import { comparisonYielding } from '../../core/change/changeComparison.ts';
import { warningsYielding } from '../../core/change/warnings.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { unshownYielding } from '../../core/change/unshown.ts';
import { runYielding } from './yielding.ts';

/** Fills the caches of `comparisonOf` and `unshownOf` in turns, so that they answer at once for large changes, too. */
export async function compareSides(changes: readonly Change[]): Promise<void> {
  await runYielding(
    forEach(changes, function* compare(change) {
      yield* comparisonYielding(change);
      yield* unshownYielding(change);
    }),
  );
}

/** Fills the cache of `warningsOf` likewise, for a review. */
export async function lookForWarnings(changes: readonly Change[]): Promise<void> {
  await runYielding(forEach(changes, warningsYielding));
}

function* forEach(changes: readonly Change[], work: (change: Change) => Yielding<unknown>): Yielding<void> {
  for (const change of changes) {
    yield* work(change);
    yield;
  }
}
