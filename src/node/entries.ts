import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { ListedEntry } from '../tools/queryPorts.ts';

/** What stands in a folder of the local disk, the links themselves. Throws the system's errors. */
export async function nodeEntries(folder: string): Promise<ListedEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
}

function typeOf(entry: Dirent): ListedEntry['type'] {
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}
