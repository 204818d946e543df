// Detects by size, time and inode (a stamp) whether files have changed, without reading them.

import { lstat, lstatSync, stat, type Stats } from 'node:fs';
import { join } from 'node:path';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { syncIfFast } from './syncIfFast.ts';

/** Maximum number of concurrent metadata reads. */
const maxConcurrent = 32;

/** Reads the stamps of files, following links, in the order of `paths`; undefined for one that cannot be read. */
export async function readStamps(root: string, paths: readonly string[]): Promise<(string | undefined)[]> {
  const stamps: (string | undefined)[] = Array.from({ length: paths.length });
  const read = async (path: string, index: number): Promise<void> => {
    const stats = await statQuickly(join(root, path));
    if (stats !== undefined) stamps[index] = toStamp(stats);
  };
  await forEachConcurrently(paths, read, maxConcurrent);
  return stamps;
}

function toStamp(stats: Stats): string {
  // A link may lead to a folder, whose size and time change when entries are added.
  return stats.isDirectory() ? `${stats.ino}` : `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
}

/** The stamps of files, as of `readStamps`, by path. */
export type StampsByPath = ReadonlyMap<string, string | undefined>;

export async function readStampsByPath(root: string, paths: readonly string[]): Promise<StampsByPath> {
  const stamps = await readStamps(root, paths);
  return new Map(paths.map((path, index) => [path, stamps[index]]));
}

/** Whether no file has changed since its stamp was read. */
export async function areUnchanged(root: string, stamps: StampsByPath): Promise<boolean> {
  const now = await readStampsByPath(root, [...stamps.keys()]);
  return [...stamps].every(([path, stamp]) => now.get(path) === stamp);
}

/** Reads the metadata of a file or of a link's target, cheaply for thousands of files; undefined on errors. */
export async function statQuickly(path: string): Promise<Stats | undefined> {
  const stats = await lstatQuickly(path);
  return stats?.isSymbolicLink() === true ? statUnlessFailing(stat, path) : stats;
}

/** Reads like `statQuickly`, but the metadata of a link itself. */
export async function lstatQuickly(path: string): Promise<Stats | undefined> {
  const { stats } = await syncIfFast<{ readonly stats: Stats | undefined }>(
    path,
    () => lstatSynchronously(path),
    async () => ({ stats: await statUnlessFailing(lstat, path) }),
  );
  return stats;
}

function lstatSynchronously(path: string): { readonly stats: Stats | undefined } {
  try {
    return { stats: lstatSync(path, { throwIfNoEntry: false }) };
  } catch {
    return { stats: undefined };
  }
}

/** Uses the callback form, which takes half the time of the promise's. */
function statUnlessFailing(read: typeof stat | typeof lstat, path: string): Promise<Stats | undefined> {
  return new Promise((resolve) => read(path, (error, stats) => resolve(error === null ? stats : undefined)));
}

/** Milliseconds within which two writes may get the same time: some file systems store times in steps of 2 s. */
export const clockResolutionMs = 2500;
