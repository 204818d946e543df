// Groups the changes of a call that can be written concurrently.

import { isFileContent, type Change } from '../../core/change/change.ts';
import { isBelowAny } from '../../core/path/isBelowAny.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';

/** Groups adjacent changes that can be written concurrently: of one kind, each of a file that no other change touches. */
export function batchesOf(changes: readonly Change[]): Change[][] {
  const counts = touchCounts(changes);
  const batches: Change[][] = [];
  let lastKind: string | undefined;
  for (const change of changes) {
    const kind = isOfOneFile(change) && counts.get(change.at.real) === 1 ? change.kind : undefined;
    if (kind !== undefined && kind === lastKind) batches.at(-1)?.push(change);
    else batches.push([change]);
    lastKind = kind;
  }
  return batches;
}

function isOfOneFile(change: Change): boolean {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return false;
  const content = change.kind === 'delete' ? change.before : change.after;
  return isFileContent(content);
}

/** Number of changes that touch each canonical path. */
export function touchCounts(changes: readonly Change[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { real } of changes.flatMap(locationsOf)) counts.set(real, (counts.get(real) ?? 0) + 1);
  return counts;
}

/** The changes that are the first of the call at their locations, without those below something that it deleted before. */
export function firstTouches(changes: readonly Change[]): ReadonlySet<Change> {
  const touched = new Set<string>();
  const removed = new Set<string>();
  const first = new Set<Change>();
  for (const change of changes) {
    const reals = locationsOf(change).map(({ real }) => real);
    if (!reals.some((real) => touched.has(real) || isBelowAny(real, removed))) first.add(change);
    for (const real of reals) touched.add(real);
    if (change.kind === 'delete') removed.add(change.at.real);
  }
  return first;
}

/** Processes many items at a time. After a failure it starts no more, awaits those in progress, and throws the first failure. */
export async function forEachSettled<T>(
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
