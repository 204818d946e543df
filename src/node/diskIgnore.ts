import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { readsAsGit } from './rgReading.ts';
import { ignoreTree, type IgnoreReason } from '../core/ignore.ts';

/** The ignore rules that hold in a folder on disk; paths are relative to it, with `/`. */
export interface DiskIgnore {
  /** Whether the folder is part of a repository that begins above it, whose ignore files there count too. */
  readonly inRepository: boolean;
  reason(path: string, isDirectory: boolean): Promise<IgnoreReason | undefined>;
  /**
   * Whether ripgrep makes of git's rules what git does, in the files that hold for all of a folder: its own, those of
   * the folders above it, and `.git/info/exclude`.
   */
  readsAsGit(path: string): Promise<boolean>;
}

/** What ripgrep reads in each folder, the weakest first. Read as one file, the last line that matches decides. */
const fileNames = ['.gitignore', '.ignore', '.rgignore'];

/** Reads ignore files as they are asked for, up to the top of the repository that the folder belongs to, if to any. */
export async function diskIgnore(root: string): Promise<DiskIgnore> {
  const top = await repositoryOf(root);
  const base = top ?? root;
  const below = relative(base, root).split(sep).join('/');
  const outer = await readPlain(join(base, '.git', 'info', 'exclude'));
  const tree = ignoreTree(
    async (directory) => {
      const texts = await Promise.all(fileNames.map((name) => readPlain(join(base, directory, name))));
      const present = texts.filter((text) => text !== undefined);
      return present.length === 0 ? undefined : Buffer.concat(present.flatMap((text) => [text, Buffer.from('\n')]));
    },
    outer === undefined ? {} : { outer: [outer] },
  );
  return {
    inRepository: top !== undefined && top !== root,
    reason: (path, isDirectory) => tree.reason(below === '' ? path : `${below}/${path}`, isDirectory),
    readsAsGit: async (path) => {
      const parts = [...below.split('/'), ...path.split('/')].filter((part) => part !== '');
      const folders = [base, ...parts.map((_, index) => join(base, ...parts.slice(0, index + 1)))];
      const checks = folders.map((folder) => isAlike(join(folder, '.gitignore')));
      return (outer === undefined || readsAsGit(outer)) && (await Promise.all(checks)).every(Boolean);
    },
  };
}

async function repositoryOf(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    // oxlint-disable-next-line no-await-in-loop -- the nearest one counts
    const isTop = await lstat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isTop) return folder;
    if (dirname(folder) === folder) return undefined;
  }
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
