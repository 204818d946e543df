// Relates the changes of a call by their paths: which touch the same ones, and which folders are implied by what is in
// them.

import { isBelowAny, foldersOf } from '../path/pathParts.ts';
import type { Change } from './change.ts';
import { locationsOf } from './summary.ts';

/** Number of changes that touch each canonical URI. */
export function touchCounts(changes: readonly Change[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { real } of changes.flatMap(locationsOf)) counts.set(real, (counts.get(real) ?? 0) + 1);
  return counts;
}

/**
 * The changes that start from the file on disk: no earlier one touched their locations, or deleted a folder above. So,
 * before a call is applied or undone, only the `before` of these can be compared with the disk.
 */
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

/** The common part of a `Change` and the journal's stored changes. */
interface AnyChange {
  readonly kind: Change['kind'];
  readonly at: { readonly real: string };
}

/** Omits each new folder that contains another of the changes, since a display lists it by what is in it. */
export function withoutImpliedFolders<T extends AnyChange>(changes: readonly T[]): readonly T[] {
  const parents = new Set(foldersOf(changes.map(({ at }) => at.real)));
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !parents.has(at.real));
}
