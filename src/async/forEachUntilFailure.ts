// Processes items concurrently, and stops after the first failure.

import { forEachConcurrently } from './eventLoop.ts';

/** Processes items concurrently. After the first failure, starts no more, awaits those in progress, and throws it. */
export async function forEachUntilFailure<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  await forEachConcurrently(items, async (item, index) => {
    if (failures.length > 0) return;
    await work(item, index).catch((cause: unknown) => failures.push(cause));
  });
  if (failures.length > 0) throw failures[0];
}
