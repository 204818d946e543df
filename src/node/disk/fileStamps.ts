import { stat } from 'node:fs';
import { join } from 'node:path';

/** Files whose metadata is read in parallel. */
const lanes = 32;

/** Reads size, time and inode of each file, in the order of the paths; `undefined` for a missing file. */
export async function nodeStamps(root: string, paths: readonly string[]): Promise<(string | undefined)[]> {
  const stamps: (string | undefined)[] = Array.from({ length: paths.length });
  const queue = paths.entries();
  const lane = async (): Promise<void> => {
    for (const [index, path] of queue) stamps[index] = await stampOf(join(root, path));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return stamps;
}

/** The stamps of files by path. */
export type Stamps = ReadonlyMap<string, string | undefined>;

export async function stampsByPath(root: string, paths: readonly string[]): Promise<Stamps> {
  const stamps = await nodeStamps(root, paths);
  return new Map(paths.map((path, index) => [path, stamps[index]]));
}

/** Whether no file has changed since its stamp was read. */
export async function areUnchanged(root: string, stamps: Stamps): Promise<boolean> {
  const now = await stampsByPath(root, [...stamps.keys()]);
  return [...stamps].every(([path, stamp]) => now.get(path) === stamp);
}

/** Uses the callback form of `stat`, which takes half the time for thousands of files. */
function stampOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    stat(path, (error, stats) => resolve(error === null ? `${stats.size}:${stats.mtimeMs}:${stats.ino}` : undefined));
  });
}
