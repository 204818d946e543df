// Finds the untracked files that a changed ignore rule has revealed: they may be old, so they must not count as new.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { isOpenable } from '../../../core/watch/reviewItem.ts';
import { parseJson } from '../../../core/endpoint/parseJson.ts';
import { mapConcurrently } from '../../../async/eventLoop.ts';
import { listFoldersAbove } from '../../disk/systemPaths.ts';
import { readRuleFile } from '../../git/readRuleFile.ts';
import { joinRecords } from '../repository/gitRecords.ts';
import type { PrivateRepository, WorkTreeView } from '../repository/privateRepository.ts';
import { readIndexEntries, type DirtyEntry } from '../repository/treeCommands.ts';
import { isRuleFile, listIgnoredPaths, type UntrackedPaths } from '../repository/untrackedPaths.ts';
import type { WorkingTree } from './workingTree.ts';

/** The ignore rules of a scan that its index lacks. (It has the `.gitignore` files that are not ignored themselves.) */
export interface RulesBesideIndex {
  /** Absolute path of a file with the rules of the user and the repository. */
  readonly excludesFile: string;
  /** JSON from `readUnindexedRules`. */
  readonly unindexedRules: string;
}

/** The result of a comparison with the ignore rules of the previous scan. */
export interface PreviouslyIgnored {
  /** The untracked files and nested repositories that an ignore rule hid until this scan, by path from `view.root`. */
  readonly revealed: ReadonlySet<string>;
  /** Whether rules that are not in the index have changed since the previous scan. */
  readonly haveRulesChanged: boolean;
}

/** The ignore rules of both scans, and the paths that they may concern. */
interface RulesComparison {
  readonly previousRules: RulesBesideIndex;
  readonly presentRules: Pick<WorkingTree, 'rules'> & Pick<RulesBesideIndex, 'unindexedRules'>;
  readonly untracked: UntrackedPaths;
  /** The files that may differ from the index, by path. */
  readonly dirty: ReadonlyMap<string, DirtyEntry>;
}

/** Pairs of a `.gitignore` file's path from the scanned folder, and its content as Latin-1; '' if it is not applied. */
const unindexedRulesSchema = z.array(z.tuple([z.string(), z.string()]));

/** Reads the `.gitignore` files above the scanned folder, and the ignored ones in it, as JSON. */
export async function readUnindexedRules(
  { top, root }: Pick<WorkTreeView, 'top' | 'root'>,
  ignoredRuleFiles: readonly string[],
): Promise<string> {
  const foldersAbove = listFoldersAbove(root, top);
  const pathsAbove = foldersAbove.map((folder) => path.relative(root, path.join(folder, '.gitignore')));
  // `readRuleFile` cannot open a name that is not UTF-8.
  const paths = [...pathsAbove, ...ignoredRuleFiles.filter(isOpenable)];
  const ruleFiles = await mapConcurrently(paths, async (relativePath) => {
    const ruleFile = await readRuleFile(path.join(root, relativePath));
    return [relativePath, ruleFile !== undefined && 'rules' in ruleFile ? ruleFile.rules.toString('latin1') : ''];
  });
  return JSON.stringify(ruleFiles);
}

/**
 * Compares the ignore rules with those of the previous scan. Reads `previousRules.excludesFile`, which must exist.
 * @param view with the index of the previous scan
 */
export async function findPreviouslyIgnored(
  repository: PrivateRepository,
  view: WorkTreeView,
  { previousRules, presentRules, untracked, dirty }: RulesComparison,
): Promise<PreviouslyIgnored> {
  const haveRulesChanged =
    previousRules.unindexedRules !== presentRules.unindexedRules ||
    !(await readFile(previousRules.excludesFile)).equals(presentRules.rules);
  const mayReveal = haveRulesChanged || [...untracked.files, ...dirty.keys()].some(isRuleFile);
  const revealed = mayReveal
    ? await findIgnoredByPreviousRules(repository, view, previousRules, untracked)
    : new Set<string>();
  return { revealed, haveRulesChanged };
}

/**
 * The untracked files and repositories that the previous scan's rules ignore. Restores those rules in a scratch folder,
 * and runs `git check-ignore` there.
 * @param view with the index of the previous scan
 */
async function findIgnoredByPreviousRules(
  repository: PrivateRepository,
  view: WorkTreeView,
  { excludesFile, unindexedRules }: RulesBesideIndex,
  untracked: UntrackedPaths,
): Promise<ReadonlySet<string>> {
  const candidates = [...untracked.files, ...untracked.repositories.map((folder) => `${folder}/`)];
  if (candidates.length === 0) return new Set();
  // Next to the indexes: if the window is killed, `removeOtherTrees` deletes the folder later.
  const scratchFolder = await mkdtemp(path.join(path.dirname(view.index), 'rules-'));
  try {
    const scratchRoot = path.join(scratchFolder, path.relative(view.top, view.root));
    await mkdir(scratchRoot, { recursive: true });
    await restoreUnindexedRules(unindexedRules, scratchFolder, scratchRoot);
    await restoreIndexedRules(repository, view, scratchFolder);
    const scratchView = { top: scratchFolder, root: scratchRoot, index: view.index };
    const ignored = await listIgnoredPaths(repository, scratchView, excludesFile, candidates);
    return new Set([...ignored].map((candidate) => candidate.replace(/\/$/, '')));
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

/** Writes the rules at their paths from `scratchRoot`, which is in `scratchFolder`. */
async function restoreUnindexedRules(
  unindexedRules: string,
  scratchFolder: string,
  scratchRoot: string,
): Promise<void> {
  for (const [relativePath, text] of unindexedRulesSchema.parse(parseJson(unindexedRules))) {
    const file = path.join(scratchRoot, relativePath);
    // Skips rules from above the repository's root, if that is a lower folder now than in the previous scan.
    if (!file.startsWith(`${scratchFolder}${path.sep}`)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, 'latin1');
  }
}

async function restoreIndexedRules(
  repository: PrivateRepository,
  view: WorkTreeView,
  scratchFolder: string,
): Promise<void> {
  const files = [...(await readIndexEntries(repository, view, isRuleFile)).keys()];
  if (files.length === 0) return;
  // Git appends the path from `top`, so that files of `root` come below the root of the scratch folder.
  const args = ['checkout-index', '-z', '--stdin', `--prefix=${scratchFolder}/`];
  await repository.run(args, { view, input: await joinRecords(files) });
}
