// Removes new folders that their files imply from lists for display.
import { foldersOf } from '../path/foldersOf.ts';
import type { Change } from './change.ts';

/** The common part of a `Change` and the journal's stored changes. */
interface AnyChange {
  readonly kind: Change['kind'];
  readonly at: { readonly real: string };
}

/** Omits folders that are created only for other changes, so that lists contain only the files. */
export function withoutImpliedFolders<T extends AnyChange>(changes: readonly T[]): readonly T[] {
  const parents = new Set(foldersOf(changes.map(({ at }) => at.real)));
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !parents.has(at.real));
}
