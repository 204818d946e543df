// Joins renamed files among found changes, and hides the texts of secrets.

import { pairRenames, type Hashed } from '../../core/change/renames.ts';
import { shouldYield, type YieldCounter, type Yielding } from '../../core/async/yielding.ts';
import type { FileChange } from '../../tools/ports/queryPorts.ts';
import type { SearchFolder } from '../search/searchFolder.ts';

/** A file that differs from its last known state. */
export interface Found {
  readonly change: FileChange;
  readonly sha256: string | undefined;
  /** Makes the new state the known one, and returns the change with the texts of both sides if they are known. */
  readonly settle: () => FileChange | Promise<FileChange>;
}

/** Removes the texts from a change of a file that leads, by a link, to one that may not be read. */
export function withoutSecrets(found: Found, { mayTell }: SearchFolder, path: string): Found {
  const settle = async (): Promise<FileChange> => {
    const change = await found.settle();
    if (change.kind !== 'modified' || (await mayTell(path).catch(() => false))) return change;
    return { ...change, before: undefined, after: undefined };
  };
  return { ...found, settle };
}

/** Joins a deleted and a created file of the same bytes to a renamed one. */
export function* joinRenames(found: readonly Found[]): Yielding<Found[]> {
  const sinceYield: YieldCounter = { lines: 0 };
  const byPath = new Map<string, Found>();
  const hashed = { deleted: [] as Hashed[], created: [] as Hashed[] };
  for (const one of found) {
    const { kind, path } = one.change;
    byPath.set(`${kind}:${path}`, one);
    if (kind === 'deleted' || kind === 'created') hashed[kind].push({ path, sha256: one.sha256 });
    if (shouldYield(sinceYield, 1)) yield;
  }
  const renamed: Found[] = [];
  for (const { from, to } of yield* pairRenames(hashed.deleted, hashed.created)) {
    if (shouldYield(sinceYield, 1)) yield;
    const [gone, come] = [byPath.get(`deleted:${from}`), byPath.get(`created:${to}`)];
    if (gone === undefined || come === undefined) continue;
    byPath.delete(`deleted:${from}`);
    byPath.delete(`created:${to}`);
    const change: FileChange = { kind: 'renamed', path: to, from };
    const settle = async (): Promise<FileChange> => {
      await gone.settle();
      await come.settle();
      return change;
    };
    renamed.push({ ...come, change, settle });
  }
  return [...byPath.values(), ...renamed];
}
