import type { Change } from './change.ts';

/** A change, or as much of one as the journal keeps. */
interface Placed {
  readonly kind: Change['kind'];
  readonly at: { readonly real: string };
}

/** The changes without the folders that are only made for others of them: those go without saying. */
export function withoutImpliedFolders<T extends Placed>(changes: readonly T[]): readonly T[] {
  const above = new Set<string>();
  for (const { at } of changes) {
    for (let end = at.real.lastIndexOf('/'); end > 0; end = at.real.lastIndexOf('/', end - 1)) {
      above.add(at.real.slice(0, end));
    }
  }
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !above.has(at.real));
}
