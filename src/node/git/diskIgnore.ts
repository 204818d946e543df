// Determines which files git ignores in a folder on disk.

import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { runYielding } from '../../async/eventLoop.ts';
import {
  ripgrepReadsRulesAsGit,
  foldersAbove,
  hasBlockingRuleFile,
  ripgrepReadsAsGit,
  readRuleFile,
  ruleFileNames,
} from './ruleFile.ts';
import { createIgnoreTree, type IgnoreMatch } from '../../core/pattern/ignore.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { repositoryAround, repositoryIn } from './repository.ts';

/** The ignore rules for a folder on disk; paths are relative to it, with `/`. */
export interface DiskIgnore {
  /** Whether the folder is below the root of a repository, so that ignore files above it count, too. */
  readonly inRepository: boolean;
  readonly ignoreCase: boolean;
  /** Ignore files outside the tree to pass to ripgrep, lowest precedence first. */
  readonly outerFiles: readonly string[];
  ignoringRule(path: string, isDirectory: boolean): Promise<IgnoreMatch | undefined>;
  /** Whether ripgrep would find ignore files above the tree that git does not apply to it. */
  hasRulesAbove(): Promise<boolean>;
  /** Whether ripgrep reads the ignore files that apply to a folder like git: its own, those above it, and outer ones. */
  ripgrepReadsAsGit(path: string): Promise<boolean>;
  /** Must be called when a search uses these rules instead of ripgrep's. Until then, `notes()` is empty. */
  markUsed(): void;
  /** Sentences about ignore files that were not applied, or only in part. */
  notes(): readonly string[];
}

/** Reads the ignore rules for a folder, up to the root of its repository, if any; each file on demand. */
export async function diskIgnore(root: string): Promise<DiskIgnore> {
  const { top: base, globalFiles, ignoreCase, outerFiles } = await repositoryAround(root);
  const prefix = relative(base, root).split(sep).join('/');
  // An outer rule such as `/a` or `a/b` starts at ripgrep's working directory, but in git at the repository's root.
  const isOuterAlike = async (rules: Buffer): Promise<boolean> =>
    (base === root || !/\/./.test(rules.toString('latin1'))) && runYielding(ripgrepReadsRulesAsGit(rules));
  /** Reasons why ignore files are not applied, or only in part, by display name. */
  const notApplied = new Map<string, string>();
  const addNotApplied = (path: string | undefined, reason: string): void => {
    const name = path === undefined ? '../' : relative(root, join(base, path)).split(sep).join('/');
    notApplied.set(name.startsWith('../') ? 'An ignore file outside the folder' : escapeForDisplay(name), reason);
  };
  let isUsed = false;
  const tree = createIgnoreTree(
    async (directory) => {
      const read = await Promise.all(ruleFileNames.map((name) => readRuleFile(join(base, directory, name))));
      const present = read.filter((text) => typeof text === 'object');
      for (const [index, fault] of read.entries()) {
        if (typeof fault === 'string') addNotApplied(join(directory, ruleFileNames[index] ?? ''), fault);
      }
      return present.length === 0 ? undefined : Buffer.concat(present.flatMap((text) => [text, Buffer.from('\n')]));
    },
    {
      globalFiles,
      ignoreCase,
      findNestedRepository: (directory) => repositoryIn(join(base, directory)),
      runYielding,
      onOverBudget: (directory, count) =>
        addNotApplied(
          directory === undefined ? undefined : join(directory, '.gitignore'),
          `has too many rules: ${count} of them were not applied`,
        ),
    },
  );
  return {
    inRepository: base !== root,
    ignoreCase,
    outerFiles,
    ignoringRule: (path, isDirectory) => tree.ignoringRule(prefix === '' ? path : `${prefix}/${path}`, isDirectory),
    hasRulesAbove: () => hasRulesAbove(base),
    ripgrepReadsAsGit: async (path) => {
      const parts = [...prefix.split('/'), ...path.split('/')].filter((part) => part !== '');
      const folders = [base, ...parts.map((_, index) => join(base, ...parts.slice(0, index + 1)))];
      const outerChecks = globalFiles.map((rules) => isOuterAlike(Buffer.from(rules)));
      return (await Promise.all([...outerChecks, ...folders.map(folderReadsAsGit)])).every(Boolean);
    },
    markUsed: () => (isUsed = true),
    notes: () => (isUsed ? [...notApplied].map(([name, reason]) => `${name} ${reason}.`) : []),
  };
}

async function folderReadsAsGit(folder: string): Promise<boolean> {
  const [readsAlike, isBlocking] = await Promise.all([
    ripgrepReadsAsGit(join(folder, '.gitignore')),
    hasBlockingRuleFile(folder),
  ]);
  return readsAlike && !isBlocking;
}

async function hasRulesAbove(base: string): Promise<boolean> {
  // Above the root of a repository, ripgrep applies no `.gitignore`, but opens them, so a pipe there would hang it.
  const isTop = await exists(join(base, '.git'));
  const names = isTop ? ruleFileNames.filter((name) => name !== '.gitignore') : ruleFileNames;
  const checks = foldersAbove(base).flatMap((folder) => [
    hasBlockingRuleFile(folder),
    ...names.map((name) => exists(join(folder, name))),
  ]);
  return (await Promise.all(checks)).includes(true);
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
