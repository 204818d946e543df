import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { runYielding } from '../../tools/pipeline/yielding.ts';
import { readsAsGit } from './rgReading.ts';
import { foldersAbove, holdsUnfitRules, isAlike, readRuleFile, ruleFileNames } from './ruleFile.ts';
import { ignoreTree, type IgnoreReason } from '../../core/pattern/ignore.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { repositoryAround, repositoryIn } from './repository.ts';

/** The ignore rules that hold in a folder on disk; paths are relative to it, with `/`. */
export interface DiskIgnore {
  /** Whether the folder is part of a repository that begins above it, whose ignore files there count too. */
  readonly inRepository: boolean;
  readonly ignoreCase: boolean;
  /** Files of rules outside of the tree that ripgrep has to be told of, the weakest first. */
  readonly outerFiles: readonly string[];
  reason(path: string, isDirectory: boolean): Promise<IgnoreReason | undefined>;
  /** Whether ripgrep would find rules above the tree that do not hold in it. */
  hasRulesAbove(): Promise<boolean>;
  /**
   * Whether ripgrep makes of git's rules what git does, in the files that hold for all of a folder: its own, those of
   * the folders above it, and those outside of the tree.
   */
  readsAsGit(path: string): Promise<boolean>;
  /** From now on these rules decide, and not ripgrep's. */
  decide(): void;
  /** In sentences which of the files that were asked so far are not heeded, and why; none where ripgrep decides. */
  notes(): readonly string[];
}

/** Why files of rules do not hold, in part or at all. */
class Unheeded {
  readonly #why = new Map<string, string>();
  readonly #nameOf: (path: string) => string;

  constructor(nameOf: (path: string) => string) {
    this.#nameOf = nameOf;
  }

  /** `path` is undefined for a file outside of the tree. */
  add(path: string | undefined, why: string): void {
    const name = path === undefined ? '../' : this.#nameOf(path);
    this.#why.set(name.startsWith('../') ? 'An ignore file outside the folder' : escapeForDisplay(name), why);
  }

  notes(): string[] {
    return [...this.#why].map(([name, why]) => `${name} ${why}.`);
  }
}

/** Reads ignore files as they are asked for, up to the top of the repository that the folder belongs to, if to any. */
export async function diskIgnore(root: string): Promise<DiskIgnore> {
  const { top: base, outer, ignoreCase, outerFiles } = await repositoryAround(root);
  const below = relative(base, root).split(sep).join('/');
  // Ripgrep takes rules with a slash from the folder that it is started in, and git from the top of the repository.
  const isOuterAlike = async (rules: Buffer): Promise<boolean> =>
    (base === root || !/\/./.test(rules.toString('latin1'))) && runYielding(readsAsGit(rules));
  const unheeded = new Unheeded((path) => relative(root, join(base, path)).split(sep).join('/'));
  let decides = false;
  const tree = ignoreTree(
    async (directory) => {
      const read = await Promise.all(ruleFileNames.map((name) => readRuleFile(join(base, directory, name))));
      const present = read.filter((text) => typeof text === 'object');
      for (const [index, fault] of read.entries()) {
        if (typeof fault === 'string') unheeded.add(join(directory, ruleFileNames[index] ?? ''), fault);
      }
      return present.length === 0 ? undefined : Buffer.concat(present.flatMap((text) => [text, Buffer.from('\n')]));
    },
    {
      outer,
      ignoreCase,
      repositoryIn: (directory) => repositoryIn(join(base, directory)),
      inTurns: runYielding,
      onLeftOut: (directory, count) =>
        unheeded.add(
          directory === undefined ? undefined : join(directory, '.gitignore'),
          `has too many rules: ${count} of them were not applied`,
        ),
    },
  );
  return {
    inRepository: base !== root,
    ignoreCase,
    outerFiles,
    reason: (path, isDirectory) => tree.reason(below === '' ? path : `${below}/${path}`, isDirectory),
    hasRulesAbove: () => hasRulesAbove(base),
    readsAsGit: async (path) => {
      const parts = [...below.split('/'), ...path.split('/')].filter((part) => part !== '');
      const folders = [base, ...parts.map((_, index) => join(base, ...parts.slice(0, index + 1)))];
      const outerChecks = outer.map((rules) => isOuterAlike(Buffer.from(rules)));
      return (await Promise.all([...outerChecks, ...folders.map(isFolderAlike)])).every(Boolean);
    },
    decide: () => (decides = true),
    notes: () => (decides ? unheeded.notes() : []),
  };
}

async function isFolderAlike(folder: string): Promise<boolean> {
  const [alike, unfit] = await Promise.all([isAlike(join(folder, '.gitignore')), holdsUnfitRules(folder)]);
  return alike && !unfit;
}

async function hasRulesAbove(base: string): Promise<boolean> {
  // It stops at a repository's top for git's own files alone, which it opens all the same.
  const isTop = await exists(join(base, '.git'));
  const names = isTop ? ruleFileNames.filter((name) => name !== '.gitignore') : ruleFileNames;
  const checks = foldersAbove(base).flatMap((folder) => [
    holdsUnfitRules(folder),
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
