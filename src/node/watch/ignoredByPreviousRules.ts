// Finds files that the ignore rules of the previous scan hid, since nobody knows whether such a file is new.

import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitFailed } from './gitProgram.ts';
import { records, type PrivateRepository, type TreeView } from './privateRepository.ts';
import { encoded, indexEntries, type UntrackedPaths } from './treeCommands.ts';

export function isRuleFile(name: string): boolean {
  return name === '.gitignore' || name.endsWith('/.gitignore');
}

/**
 * Untracked files and repositories that are ignored by the rules of the previous scan: the `.gitignore` files in its
 * index, and the rules from outside the tree.
 * @param excludes the file with those outside rules
 */
export async function ignoredByPreviousRules(
  repository: PrivateRepository,
  view: TreeView,
  excludes: string,
  untracked: UntrackedPaths,
): Promise<ReadonlySet<string>> {
  // Without the dot, a name that begins with a colon would be a pattern.
  const candidates = [...untracked.files, ...untracked.repositories.map((name) => `${name}/`)].map(
    (name) => `./${name}`,
  );
  if (candidates.length === 0) return new Set();
  const scratch = await mkdtemp(path.join(repository.folder, 'rules-'));
  try {
    const below = path.relative(view.top, view.root);
    await mkdir(path.join(scratch, below), { recursive: true });
    await copyRulesAbove(view, scratch);
    const files = [...(await indexEntries(repository, view)).keys()].filter(isRuleFile);
    if (files.length > 0) {
      const args = ['checkout-index', '-z', '--stdin', `--prefix=${scratch}/`];
      await repository.run(args, { view, input: encoded(files) });
    }
    const rules = { top: scratch, root: path.join(scratch, below), index: view.index };
    const args = ['-c', `core.excludesFile=${excludes}`, 'check-ignore', '--no-index', '-z', '--stdin'];
    const out = await repository.run(args, { view: rules, input: encoded(candidates) }).catch((cause: unknown) => {
      // Exit code 1: none of them is ignored.
      if (cause instanceof GitFailed && cause.code === 1) return new Uint8Array();
      throw cause;
    });
    return new Set(records(out).map((name) => name.slice(2).replace(/\/$/, '')));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Copies the current `.gitignore` files above the watched folder, since its index does not contain them. */
async function copyRulesAbove({ top, root }: TreeView, scratch: string): Promise<void> {
  for (let folder = root; folder !== top;) {
    folder = path.dirname(folder);
    const copy = path.join(scratch, path.relative(top, folder), '.gitignore');
    await copyFile(path.join(folder, '.gitignore'), copy).catch(() => undefined);
  }
}
