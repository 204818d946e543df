// Opens the private git index with which a scan compares a working tree: the index of the previous scan, or a new one.

import type { PrivateRepository, WorkTreeView } from '../repository/privateRepository.ts';
import { seedIndex } from './seedIndex.ts';
import { copyIndexEntries } from '../repository/treeCommands.ts';
import { createIndexView, treeFile, type TreeState } from './treeFiles.ts';
import type { WorkingTree } from './workingTree.ts';
import { maxStoredBytes } from './unindexedFiles.ts';

interface IndexDeps {
  readonly repository: PrivateRepository;
  /** Absolute path of the private folder in which everything is stored. */
  readonly store: string;
  /** Whether a file's bytes may not be stored, by its path from the scanned tree. */
  readonly isSecret: (path: string) => boolean;
}

/** An index, with the files that are kept out of it, and the narrow permissions that it cannot store. */
interface OpenedIndex extends Pick<TreeState, 'unindexed' | 'permissions'> {
  readonly view: WorkTreeView;
}

/**
 * Opens the previous index, which must not be changed: `scanTree` copies it first. If there is none for this
 * repository, creates one in `nextView`.
 */
export async function openIndex(
  previous: TreeState | undefined,
  tree: WorkingTree,
  nextView: WorkTreeView,
  deps: IndexDeps,
): Promise<OpenedIndex> {
  const { repository, store } = deps;
  if (previous?.top === tree.top) {
    const { unindexed, permissions } = previous;
    return { unindexed, permissions, view: { ...nextView, index: treeFile(store, previous.storedName, 'index') } };
  }
  // Creates the index file, even if it gets no entries.
  await repository.run(['read-tree', '--empty'], { view: nextView });
  if (previous === undefined) return seedFromUser(tree, nextView, deps);
  const { top, unindexed, permissions } = previous;
  await copyIndexEntries(repository, nextView, top, createIndexView(store, previous));
  return { unindexed, permissions, view: nextView };
}

/** Fills a new index from the user's, if the tree is in a repository. @param view with the new index */
async function seedFromUser(
  { git, settings }: WorkingTree,
  view: WorkTreeView,
  { repository, isSecret }: IndexDeps,
): Promise<OpenedIndex> {
  if (git === undefined) return { unindexed: new Map(), permissions: new Map(), view };
  const isWithheld = (path: string, size: number): boolean => size > maxStoredBytes || isSecret(path);
  const seed = await seedIndex({ repository, view, git, settings, isWithheld });
  // A placeholder, whether secret or large: the empty stamp makes the scan read and classify the file.
  const unread = { mode: 'file', size: 0, id: '', withheld: 'secret', stamp: '' } as const;
  return { unindexed: new Map(seed.withheld.map((path) => [path, unread])), permissions: seed.permissions, view };
}
