// Finds which changes of a call touch the same paths. Only the first of them starts from the file on disk. So, before a
// call is applied or undone, only its `before` can be compared with the disk.

import { isBelowAny } from '../path/pathParts.ts';
import type { Change } from './change.ts';
import { locationsOf } from './summary.ts';

/** Number of changes that touch each canonical URI. */
export function touchCounts(changes: readonly Change[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { real } of changes.flatMap(locationsOf)) counts.set(real, (counts.get(real) ?? 0) + 1);
  return counts;
}

/** The changes that start from the file on disk: no earlier one touched their locations, or deleted a folder above. */
export function firstChangesPerPath(changes: readonly Change[]): ReadonlySet<Change> {
  const touchedUris = new Set<string>();
  const deletedUris = new Set<string>();
  const firstChanges = new Set<Change>();
  for (const change of changes) {
    const realUris = locationsOf(change).map(({ real }) => real);
    const startsFromDisk = !realUris.some((real) => touchedUris.has(real) || isBelowAny(real, deletedUris));
    if (startsFromDisk) firstChanges.add(change);
    for (const real of realUris) touchedUris.add(real);
    if (change.kind === 'delete') deletedUris.add(change.at.real);
  }
  return firstChanges;
}
