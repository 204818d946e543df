// Computes diffs and warnings ahead of their use, without blocking the event loop.

import type { Change } from '../../core/change/change.ts';
import { compareChange } from '../../core/change/changeComparison.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { findInvisible } from '../../core/change/invisibleDifferences.ts';
import { runYielding } from '../../async/eventLoop.ts';

/** Computes `compareChangeSync` and `findInvisibleSync` of each change, so that later calls find them in the cache. */
export async function precomputeComparisons(changes: readonly Change[]): Promise<void> {
  await runYielding(
    computeForEach(changes, function* compare(change) {
      yield* compareChange(change);
      yield* findInvisible(change);
    }),
  );
}

/** Computes `findWarningsSync` of each change, likewise; only a review needs them. */
export async function precomputeWarnings(changes: readonly Change[]): Promise<void> {
  const { findWarnings } = await import('../../core/change/warnings.ts');
  await runYielding(computeForEach(changes, findWarnings));
}

function* computeForEach(changes: readonly Change[], compute: (change: Change) => Yielding<unknown>): Yielding<void> {
  for (const change of changes) {
    yield* compute(change);
    yield;
  }
}
