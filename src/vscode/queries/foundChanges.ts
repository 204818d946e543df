// Joins renamed files among found changes, and hides the texts of secrets.

import { pairRenames, type HashedFile } from '../../core/change/renames.ts';
import { shouldYield, type YieldCounter, type Yielding } from '../../core/async/yielding.ts';
import type { FileChange } from '../../tools/ports/queryPorts.ts';
import type { SearchRoot } from '../search/searchFolder.ts';

/** A file that differs from its last known state. */
export interface FoundChange {
  readonly change: FileChange;
  readonly sha256: string | undefined;
  /** Records the new state as known, and returns the change with the texts of both sides if they are known. */
  readonly markKnown: () => FileChange | Promise<FileChange>;
}

/** Removes the texts from a change of a file that leads, by a link, to one that may not be read. */
export function withoutSecrets(found: FoundChange, { mayReturnContent }: SearchRoot, path: string): FoundChange {
  const markKnown = async (): Promise<FileChange> => {
    const change = await found.markKnown();
    if (change.kind !== 'modified' || (await mayReturnContent(path).catch(() => false))) return change;
    return { ...change, before: undefined, after: undefined };
  };
  return { ...found, markKnown };
}

/** Joins a deleted and a created file of the same bytes into a renamed one. */
export function* joinRenames(found: readonly FoundChange[]): Yielding<FoundChange[]> {
  const sinceYield: YieldCounter = { lines: 0 };
  const byPath = new Map<string, FoundChange>();
  const hashed = { deleted: [] as HashedFile[], created: [] as HashedFile[] };
  for (const one of found) {
    const { kind, path } = one.change;
    byPath.set(`${kind}:${path}`, one);
    if (kind === 'deleted' || kind === 'created') hashed[kind].push({ path, sha256: one.sha256 });
    if (shouldYield(sinceYield, 1)) yield;
  }
  const renamed: FoundChange[] = [];
  for (const { from, to } of yield* pairRenames(hashed.deleted, hashed.created)) {
    if (shouldYield(sinceYield, 1)) yield;
    const [deleted, created] = [byPath.get(`deleted:${from}`), byPath.get(`created:${to}`)];
    if (deleted === undefined || created === undefined) continue;
    byPath.delete(`deleted:${from}`);
    byPath.delete(`created:${to}`);
    const change: FileChange = { kind: 'renamed', path: to, from };
    const markKnown = async (): Promise<FileChange> => {
      const sides = [await deleted.markKnown(), await created.markKnown()];
      const by = [...new Set(sides.flatMap((side) => side.by ?? []))];
      return by.length === 0 ? change : { ...change, by };
    };
    renamed.push({ ...created, change, markKnown });
  }
  return [...byPath.values(), ...renamed];
}
