// Decides by git's ignore rules whether a watched folder is scanned as a part of the repository around it.

import { rm } from 'node:fs/promises';
import type { PrivateRepository } from '../repository/privateRepository.ts';
import { createStoredName, treeFile, writeTreeFile } from './treeFiles.ts';
import type { WorkingTree } from './workingTree.ts';

/** Treats a folder that its own repository ignores like a folder outside any repository. */
export async function detachIfIgnored(
  tree: WorkingTree,
  repository: PrivateRepository,
  store: string,
): Promise<WorkingTree> {
  const { root, top, rules } = tree;
  if (root === top) return tree;
  const storedName = createStoredName();
  // With `--no-index`, git reads no index, so the file need not exist.
  const view = { top, root, index: treeFile(store, storedName, 'index') };
  const excludesFile = await writeTreeFile(store, storedName, 'rules', rules);
  const args = ['-c', `core.excludesFile=${excludesFile}`, 'check-ignore', '--no-index', '-q', '.'];
  try {
    // Exit code 1: not ignored.
    const isIgnored = await repository.runBoolean(args, 1, view);
    return isIgnored ? { ...tree, top: root, git: undefined } : tree;
  } finally {
    await rm(excludesFile);
  }
}
