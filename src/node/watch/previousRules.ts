// Finds files that the ignore rules of the previous scan hid, since nobody knows whether such a file is new.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { isOpenable } from '../../core/watch/reviewItem.ts';
import { parseJson } from '../../core/endpoint/parseJson.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import { readRuleFile } from '../git/ruleFile.ts';
import { joinRecords } from './gitRecords.ts';
import type { PrivateRepository, TreeView } from './privateRepository.ts';
import { isRuleFile, listIgnoredPaths, readIndexEntries, type UntrackedPaths } from './treeCommands.ts';

/** The rules of a scan that its index does not hold. */
export interface OuterRules {
  /** The file with those of the user and of the repository. */
  readonly excludesFile: string;
  /** As `readUnindexedRules` returns them. */
  readonly unindexedRules: string;
}

/** `.gitignore` files by path from the scanned folder, in Latin-1. */
const unindexedRulesSchema = z.array(z.tuple([z.string(), z.string()]));

/** The `.gitignore` files above a folder, and those in it that a rule ignores, as JSON. */
export async function readUnindexedRules(
  { top, root }: Pick<TreeView, 'top' | 'root'>,
  ignoredRules: readonly string[],
): Promise<string> {
  const above = foldersAbove(top, root).map((folder) => path.relative(root, path.join(folder, '.gitignore')));
  const rules = await mapConcurrently([...above, ...ignoredRules.filter(isOpenable)], async (name) => {
    const content = await readRuleFile(path.join(root, name));
    return [name, Buffer.isBuffer(content) ? content.toString('latin1') : ''];
  });
  return JSON.stringify(rules);
}

/**
 * The untracked files and repositories that the rules of the previous scan ignore: the `.gitignore` files in its index, and
 * the others.
 */
export async function findIgnoredByPreviousRules(
  repository: PrivateRepository,
  view: TreeView,
  { excludesFile, unindexedRules }: OuterRules,
  untracked: UntrackedPaths,
): Promise<ReadonlySet<string>> {
  const candidates = [...untracked.files, ...untracked.repositories.map((name) => `${name}/`)];
  if (candidates.length === 0) return new Set();
  // Beside the indices: what a killed window leaves is removed with the old ones.
  const scratchFolder = await mkdtemp(path.join(path.dirname(view.index), 'rules-'));
  try {
    const scratchRoot = path.join(scratchFolder, path.relative(view.top, view.root));
    await mkdir(scratchRoot, { recursive: true });
    for (const [name, text] of unindexedRulesSchema.parse(parseJson(unindexedRules))) {
      const file = path.join(scratchRoot, name);
      // A rule file above the root of a repository that is new.
      if (!file.startsWith(`${scratchFolder}${path.sep}`)) continue;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text, 'latin1');
    }
    const files = [...(await readIndexEntries(repository, view, isRuleFile)).keys()];
    if (files.length > 0) {
      const args = ['checkout-index', '-z', '--stdin', `--prefix=${scratchFolder}/`];
      await repository.run(args, { view, input: await joinRecords(files) });
    }
    const scratchView = { top: scratchFolder, root: scratchRoot, index: view.index };
    const ignored = await listIgnoredPaths(repository, scratchView, excludesFile, candidates);
    return new Set([...ignored].map((name) => name.replace(/\/$/, '')));
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

/** The folders from above `root` up to `top`. */
function foldersAbove(top: string, root: string): string[] {
  return root === top ? [] : [path.dirname(root), ...foldersAbove(top, path.dirname(root))];
}
