// Finds a pipe or device in the place of a rule file, which git would open and wait for.

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { listFoldersAbove } from '../git/ruleFile.ts';

/** Files that git opens in each folder it enters; it follows no links there. */
const ruleFiles = ['.gitignore', '.gitattributes'];

/** Finds the first one in a folder, below it or above. Undefined if there is none. Rejects when the signal aborts. */
export async function findBlockingFile(folder: string, signal: AbortSignal): Promise<string | undefined> {
  for (const above of listFoldersAbove(folder)) {
    for (const name of ruleFiles) if (await isBlocking(path.join(above, name))) return path.join(above, name);
  }
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    signal.throwIfAborted();
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const file = path.join(next, entry.name);
      if (ruleFiles.includes(entry.name) && (await isBlocking(file))) return file;
      if (entry.isDirectory() && entry.name !== '.git') folders.push(file);
    }
  }
  return undefined;
}

/** Whether opening a path may wait. */
export async function isBlocking(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => undefined);
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}
