// Finds a pipe or device in the place of a file that git would open and wait for.

import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readSettingsText } from '../files/openRegular.ts';
import { findGitFolder } from '../git/repository.ts';
import { listFoldersAbove } from '../git/ruleFile.ts';

/** Files that git opens in each folder it enters; it follows no links there. */
const ruleFiles = ['.gitignore', '.gitattributes'];
/** Files that git opens in the git folder of a nested repository, to tell whether it is one. */
const repositoryFiles = ['HEAD', 'commondir'];

/** What a run of git reads. */
export interface GitReads {
  /** A working tree, or a folder of one. */
  readonly cwd: string;
  /** Object folder of another repository. */
  readonly alternate?: string | undefined;
}

/** Finds the first one that the run would open. Undefined if there is none. Rejects when the signal aborts. */
export async function findBlockingFile({ cwd, alternate }: GitReads, signal: AbortSignal): Promise<string | undefined> {
  for (const above of listFoldersAbove(cwd)) {
    for (const name of ruleFiles) if (await isBlocking(path.join(above, name))) return path.join(above, name);
  }
  return (
    (await findBelow(cwd, findInFolder, signal)) ??
    (alternate === undefined ? undefined : findInObjects(alternate, new Set(), signal))
  );
}

type FindInFolder = (folder: string, name: string) => Promise<string | undefined>;

async function findInFolder(folder: string, name: string): Promise<string | undefined> {
  const file = path.join(folder, name);
  if (ruleFiles.includes(name)) return (await isBlocking(file)) ? file : undefined;
  const gitFolder = name === '.git' ? await findGitFolder(folder) : undefined;
  if (gitFolder === undefined) return undefined;
  for (const each of repositoryFiles.map((part) => path.join(gitFolder, part)))
    if (await isBlocking(each, stat)) return each;
  return undefined;
}

/** Searches an object folder, and those that it names as alternates. */
async function findInObjects(folder: string, searched: Set<string>, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  // A link in a circle has endless names.
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || searched.has(real)) return undefined;
  searched.add(real);
  const isBlockingIn: FindInFolder = async (below, name) => {
    const file = path.join(below, name);
    return (await isBlocking(file, stat)) ? file : undefined;
  };
  const found = await findBelow(folder, isBlockingIn, signal);
  if (found !== undefined) return found;
  const alternates = await readSettingsText(path.join(folder, 'info', 'alternates'));
  for (const line of alternates.split('\n').filter((each) => each !== '')) {
    const foundThere = await findInObjects(path.resolve(folder, line), searched, signal);
    if (foundThere !== undefined) return foundThere;
  }
  return undefined;
}

/** Searches a folder and those below it, but not those of git. */
async function findBelow(top: string, findIn: FindInFolder, signal: AbortSignal): Promise<string | undefined> {
  const folders = [top];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    signal.throwIfAborted();
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const found = await findIn(next, entry.name);
      if (found !== undefined) return found;
      if (entry.isDirectory() && entry.name !== '.git') folders.push(path.join(next, entry.name));
    }
  }
  return undefined;
}

/** Whether opening a path may wait. @param read follows a link or not */
async function isBlocking(file: string, read: (file: string) => Promise<Stats> = lstat): Promise<boolean> {
  const stats = await read(file).catch(() => undefined);
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}
