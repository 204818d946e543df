import type { Change } from './change.ts';

/** The changes without the folders that are only made for others of them: those go without saying. */
export function withoutImpliedFolders(changes: readonly Change[]): readonly Change[] {
  const above = new Set<string>();
  for (const { at } of changes) {
    for (let end = at.real.lastIndexOf('/'); end > 0; end = at.real.lastIndexOf('/', end - 1)) {
      above.add(at.real.slice(0, end));
    }
  }
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !above.has(at.real));
}
