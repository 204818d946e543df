import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { readsAsGit } from './rgReading.ts';
import { ignoreTree, type IgnoreReason } from '../core/ignore.ts';
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
}

/** What ripgrep reads in each folder, the weakest first. Read as one file, the last line that matches decides. */
const fileNames = ['.gitignore', '.ignore', '.rgignore'];

/** Reads ignore files as they are asked for, up to the top of the repository that the folder belongs to, if to any. */
export async function diskIgnore(root: string): Promise<DiskIgnore> {
  const { top: base, outer, ignoreCase, outerFiles } = await repositoryAround(root);
  const below = relative(base, root).split(sep).join('/');
  // Ripgrep takes rules with a slash from the folder that it is started in, and git from the top of the repository.
  const isOuterAlike = (rules: Buffer): boolean =>
    readsAsGit(rules) && (base === root || !/\/./.test(rules.toString('latin1')));
  const tree = ignoreTree(
    async (directory) => {
      const texts = await Promise.all(fileNames.map((name) => readPlain(join(base, directory, name))));
      const present = texts.filter((text) => text !== undefined);
      return present.length === 0 ? undefined : Buffer.concat(present.flatMap((text) => [text, Buffer.from('\n')]));
    },
    { outer, ignoreCase, repositoryIn: (directory) => repositoryIn(join(base, directory)) },
  );
  return {
    inRepository: base !== root,
    ignoreCase,
    outerFiles,
    reason: (path, isDirectory) => tree.reason(below === '' ? path : `${below}/${path}`, isDirectory),
    hasRulesAbove: async () => {
      // It stops at a repository's top for git's own files alone.
      const isTop = await exists(join(base, '.git'));
      const names = isTop ? fileNames.filter((name) => name !== '.gitignore') : fileNames;
      const above = foldersAbove(base).flatMap((folder) => names.map((name) => join(folder, name)));
      return (await Promise.all(above.map(exists))).includes(true);
    },
    readsAsGit: async (path) => {
      const parts = [...below.split('/'), ...path.split('/')].filter((part) => part !== '');
      const folders = [base, ...parts.map((_, index) => join(base, ...parts.slice(0, index + 1)))];
      const checks = folders.map((folder) => isAlike(join(folder, '.gitignore')));
      return outer.every((rules) => isOuterAlike(Buffer.from(rules))) && (await Promise.all(checks)).every(Boolean);
    },
  };
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Whether ripgrep makes of one file of rules what git does. Through a link ripgrep reads rules, and git none. */
export async function isAlike(path: string): Promise<boolean> {
  try {
    const stats = await lstat(path);
    return !stats.isSymbolicLink() && (!stats.isFile() || readsAsGit(await readFile(path)));
  } catch {
    return true;
  }
}

/** Git follows no link here; a file that cannot be read rules nothing. */
async function readPlain(path: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}
