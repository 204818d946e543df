// Finds files that the ignore rules of the previous scan hid, since nobody knows whether such a file is new.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRuleFile } from '../git/ruleFile.ts';
import { GitFailed } from './gitProgram.ts';
import { encodePaths, type PrivateRepository, type TreeView } from './privateRepository.ts';
import { readIndexEntries, type UntrackedPaths } from './treeCommands.ts';

export function isRuleFile(name: string): boolean {
  return name === '.gitignore' || name.endsWith('/.gitignore');
}

/** The rules of a scan from outside the folder. */
export interface OuterRules {
  /** The file with those of the user and of the repository. */
  readonly excludesFile: string;
  /** As `readRulesAbove` returns them. */
  readonly rulesAbove: string;
}

/** The `.gitignore` files above a folder, which its index does not hold: the nearest first, in Latin-1, with zeros between. */
export async function readRulesAbove({ top, root }: Pick<TreeView, 'top' | 'root'>): Promise<string> {
  const rules = await Promise.all(
    foldersAbove(top, root).map((folder) => readRuleFile(path.join(folder, '.gitignore'))),
  );
  return rules.map((each) => (Buffer.isBuffer(each) ? each.toString('latin1') : '')).join('\0');
}

/**
 * The untracked files and repositories that the rules of the previous scan ignore: the `.gitignore` files in its index, and
 * the rules from outside.
 */
export async function findIgnoredByPreviousRules(
  repository: PrivateRepository,
  view: TreeView,
  { excludesFile: excludes, rulesAbove: above }: OuterRules,
  untracked: UntrackedPaths,
): Promise<ReadonlySet<string>> {
  // Without the dot, a name that begins with a colon would be a pattern.
  const candidates = [...untracked.files, ...untracked.repositories.map((name) => `${name}/`)].map(
    (name) => `./${name}`,
  );
  if (candidates.length === 0) return new Set();
  // Beside the indices: what a killed window leaves is removed with the old ones.
  const scratchFolder = await mkdtemp(path.join(path.dirname(view.index), 'rules-'));
  try {
    const relativePath = path.relative(view.top, view.root);
    await mkdir(path.join(scratchFolder, relativePath), { recursive: true });
    const texts = above.split('\0');
    for (const [index, folder] of foldersAbove(scratchFolder, path.join(scratchFolder, relativePath)).entries())
      await writeFile(path.join(folder, '.gitignore'), texts[index] ?? '', 'latin1');
    const files = [...(await readIndexEntries(repository, view, isRuleFile)).keys()];
    if (files.length > 0) {
      const args = ['checkout-index', '-z', '--stdin', `--prefix=${scratchFolder}/`];
      await repository.run(args, { view, input: await encodePaths(files) });
    }
    const scratchView = { top: scratchFolder, root: path.join(scratchFolder, relativePath), index: view.index };
    const args = ['-c', `core.excludesFile=${excludes}`, 'check-ignore', '--no-index', '-z', '--stdin'];
    const input = await encodePaths(candidates);
    const ignored = await repository.list(args, { view: scratchView, input }).catch((cause: unknown) => {
      // Exit code 1: none of them is ignored.
      if (cause instanceof GitFailed && cause.code === 1) return [];
      throw cause;
    });
    return new Set(ignored.map((name) => name.slice(2).replace(/\/$/, '')));
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

/** The folders from above `root` up to `top`. */
function foldersAbove(top: string, root: string): string[] {
  return root === top ? [] : [path.dirname(root), ...foldersAbove(top, path.dirname(root))];
}
