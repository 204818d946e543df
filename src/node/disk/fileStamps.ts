import { stat } from 'node:fs';
import { join } from 'node:path';

/** How many files are looked at at once. */
const lanes = 32;

/** Size and time of the last change of each file, in the order of the paths; `undefined` for what is not there. */
export async function nodeStamps(root: string, paths: readonly string[]): Promise<(string | undefined)[]> {
  const stamps: (string | undefined)[] = Array.from({ length: paths.length });
  const queue = paths.entries();
  const lane = async (): Promise<void> => {
    for (const [index, path] of queue) stamps[index] = await stampOf(join(root, path));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return stamps;
}

/** By the older form of `stat`, which for thousands of files takes half the time. */
function stampOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    stat(path, (error, stats) => resolve(error === null ? `${stats.size}:${stats.mtimeMs}:${stats.ino}` : undefined));
  });
}
