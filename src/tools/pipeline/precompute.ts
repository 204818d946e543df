// Computes diffs and warnings ahead of their synchronous use, without blocking the event loop.

import type { Change } from '../../core/change/change.ts';
import { compareChange, findInvisible } from '../../core/change/changeComparison.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from '../../async/eventLoop.ts';

/** Fills the caches of `compareChangeSync` and `findInvisibleSync`, by change object; uncached, those would block. */
export async function precomputeComparisons(changes: readonly Change[]): Promise<void> {
  await runYielding(
    computeForEach(changes, function* compare(change) {
      yield* compareChange(change);
      yield* findInvisible(change);
    }),
  );
}

/** Fills the cache of `findWarningsSync` for each change; only a review needs it. */
export async function precomputeWarnings(changes: readonly Change[]): Promise<void> {
  const { findWarnings } = await import('../../core/change/warnings/warnings.ts');
  await runYielding(computeForEach(changes, findWarnings));
}

/** Computes something for each change, and yields after each, since a call may change thousands of files. */
function* computeForEach(changes: readonly Change[], compute: (change: Change) => Yielding<unknown>): Yielding<void> {
  for (const change of changes) {
    yield* compute(change);
    yield;
  }
}
