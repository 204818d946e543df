// Declares a change found by the change log; joins renames among such changes, and hides texts that may not be read.

import { pairRenames, type HashedFile } from '../../core/change/renames.ts';
import { countTowardsYield, type YieldCounter, type Yielding } from '../../core/async/yielding.ts';
import type { FileChange } from '../../tools/ports/queryPorts.ts';
import type { SearchRoot } from '../search/searchRoots.ts';

/** Functions that record the described states as known. The change log runs them once the answer is complete. */
export type Commits = (() => void)[];

/** A file that differs from its last known state. */
export interface FoundChange {
  /** The change without texts, to sort and join changes; `describe` returns the one for the answer. */
  readonly change: FileChange;
  /** Hash of the file's content, of a deleted file's last known one; undefined if unknown. Finds renames. */
  readonly sha256: string | undefined;
  /** Returns the change with the known texts of both sides, and adds the commit that records its new state. */
  readonly describe: (commits: Commits) => FileChange | Promise<FileChange>;
}

/** Makes `describe` omit the texts if the file (`path` in the root) leads, by a link, to one that may not be read. */
export function hideUnreadableTexts(found: FoundChange, { mayReturnContent }: SearchRoot, path: string): FoundChange {
  const describe = async (commits: Commits): Promise<FileChange> => {
    const change = await found.describe(commits);
    if (change.kind !== 'modified' || (await mayReturnContent(path).catch(() => false))) return change;
    return { ...change, before: undefined, after: undefined };
  };
  return { ...found, describe };
}

/** Joins pairs of a deleted and a created file of the same hash (see `pairRenames`) into renamed ones, in no order. */
export function* joinRenames(found: readonly FoundChange[]): Yielding<FoundChange[]> {
  const yieldCounter: YieldCounter = { units: 0 };
  const byPath = new Map<string, FoundChange>();
  const hashed = { deleted: [] as HashedFile[], created: [] as HashedFile[] };
  for (const file of found) {
    const { kind, path } = file.change;
    byPath.set(`${kind}:${path}`, file);
    if (kind === 'deleted' || kind === 'created') hashed[kind].push({ path, sha256: file.sha256 });
    if (countTowardsYield(yieldCounter, 1)) yield;
  }
  const renamed: FoundChange[] = [];
  for (const { from, to } of yield* pairRenames(hashed.deleted, hashed.created)) {
    if (countTowardsYield(yieldCounter, 1)) yield;
    const deleted = byPath.get(`deleted:${from}`);
    const created = byPath.get(`created:${to}`);
    if (deleted === undefined || created === undefined) continue;
    byPath.delete(`deleted:${from}`);
    byPath.delete(`created:${to}`);
    renamed.push(toRename(deleted, created));
  }
  return [...byPath.values(), ...renamed];
}

/** Combines a deletion and a creation into a rename, with the authors and the commits of both. */
function toRename(deleted: FoundChange, created: FoundChange): FoundChange {
  const change: FileChange = { kind: 'renamed', path: created.change.path, from: deleted.change.path };
  const describe = async (commits: Commits): Promise<FileChange> => {
    const sides = [await deleted.describe(commits), await created.describe(commits)];
    const by = [...new Set(sides.flatMap((side) => side.by ?? []))];
    return by.length === 0 ? change : { ...change, by };
  };
  return { ...created, change, describe };
}
