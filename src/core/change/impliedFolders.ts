// Shortens lists of changes for display: a new folder is not listed beside the new files in it.
import { foldersOf } from '../path/pathParts.ts';
import type { Change } from './change.ts';

/** The common part of a `Change` and the journal's stored changes. */
interface AnyChange {
  readonly kind: Change['kind'];
  readonly at: { readonly real: string };
}

/** Omits each new folder that contains another of the changes. */
export function withoutImpliedFolders<T extends AnyChange>(changes: readonly T[]): readonly T[] {
  const parents = new Set(foldersOf(changes.map(({ at }) => at.real)));
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !parents.has(at.real));
}
