// Finds a named pipe or character device that git opens as one of its files, so that it waits forever.

import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { listFoldersAbove } from '../../disk/systemPaths.ts';
import { readGitText } from '../../git/gitFiles.ts';
import { findGitFolder } from '../../git/repository.ts';

/** Files that git opens in each folder that it enters, without following links, and in the folders above. */
const ruleFiles = ['.gitignore', '.gitattributes'];
/** Files that git opens in a nested `.git` folder, following links, to check that it is a repository. */
const repositoryFiles = ['HEAD', 'commondir'];

/** The folders that a run of git reads. */
export interface GitReads {
  /** A working tree, or a folder of one. */
  readonly cwd: string;
  /** Object folder of another repository. */
  readonly alternate?: string | undefined;
}

/**
 * Finds the first file on which a run of git would block; undefined if there is none. Walks the folders itself, which
 * is slow: call it only if git does not end.
 * @throws the signal's reason once it is aborted
 */
export async function findBlockingFile({ cwd, alternate }: GitReads, signal: AbortSignal): Promise<string | undefined> {
  const rulesAbove = listFoldersAbove(cwd).flatMap((folder) => ruleFiles.map((name) => path.join(folder, name)));
  for (const file of rulesAbove) if (await isBlocking(file)) return file;
  const blockingFile = await findInTree(cwd, checkWorkingTreeEntry, signal);
  if (blockingFile !== undefined || alternate === undefined) return blockingFile;
  return findInObjects(alternate, new Set(), signal);
}

/** Returns the path of a blocking file if the entry is one, or leads git to one. */
type CheckEntry = (folder: string, name: string) => Promise<string | undefined>;

async function checkWorkingTreeEntry(folder: string, name: string): Promise<string | undefined> {
  const file = path.join(folder, name);
  if (ruleFiles.includes(name)) return (await isBlocking(file)) ? file : undefined;
  const gitFolder = name === '.git' ? await findGitFolder(folder) : undefined;
  if (gitFolder === undefined) return undefined;
  for (const repositoryFile of repositoryFiles.map((fileName) => path.join(gitFolder, fileName)))
    if (await isBlocking(repositoryFile, stat)) return repositoryFile;
  return undefined;
}

async function checkObjectEntry(folder: string, name: string): Promise<string | undefined> {
  const file = path.join(folder, name);
  return (await isBlocking(file, stat)) ? file : undefined;
}

/** Searches an object folder, and those in its `info/alternates`. @param searched canonical paths; is added to */
async function findInObjects(folder: string, searched: Set<string>, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  // Canonical, since a symlink cycle gives one folder endless names.
  const realFolder = await realpath(folder).catch(() => undefined);
  if (realFolder === undefined || searched.has(realFolder)) return undefined;
  searched.add(realFolder);
  const blockingFile = await findInTree(folder, checkObjectEntry, signal);
  if (blockingFile !== undefined) return blockingFile;
  const alternates = await readGitText(path.join(folder, 'info', 'alternates'));
  for (const line of alternates.split('\n').filter((text) => text !== '')) {
    const blockingInAlternate = await findInObjects(path.resolve(folder, line), searched, signal);
    if (blockingInAlternate !== undefined) return blockingInAlternate;
  }
  return undefined;
}

/** Checks all entries of a folder tree. Does not enter `.git` folders. */
async function findInTree(top: string, checkEntry: CheckEntry, signal: AbortSignal): Promise<string | undefined> {
  const pendingFolders = [top];
  for (let folder = pendingFolders.pop(); folder !== undefined; folder = pendingFolders.pop()) {
    signal.throwIfAborted();
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const blockingFile = await checkEntry(folder, entry.name);
      if (blockingFile !== undefined) return blockingFile;
      if (entry.isDirectory() && entry.name !== '.git') pendingFolders.push(path.join(folder, entry.name));
    }
  }
  return undefined;
}

/** Whether opening a path may block. @param readStats `stat` to follow a link, else `lstat` */
async function isBlocking(file: string, readStats: (file: string) => Promise<Stats> = lstat): Promise<boolean> {
  const stats = await readStats(file).catch(() => undefined);
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}
