// Drops new folders that the files in them imply from lists for people.
import { foldersOf } from '../path/foldersOf.ts';
import type { Change } from './change.ts';

/** What a `Change` and the journal's stored changes have in common. */
interface AnyChange {
  readonly kind: Change['kind'];
  readonly at: { readonly real: string };
}

/** Leaves out folders that are created only to hold other changes, so that lists name the files alone. */
export function withoutImpliedFolders<T extends AnyChange>(changes: readonly T[]): readonly T[] {
  const parents = new Set(foldersOf(changes.map(({ at }) => at.real)));
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !parents.has(at.real));
}
