// Reads the permissions of files that git does not store: those narrower than a new file's.

import { lstatSync, type BigIntStats, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { getPermissions } from '../disk/linksAndModes.ts';
import { toDiskPath } from './withheldFiles.ts';

/**
 * Permission bits of a file that a new one would not get: it is private, read-only, or has special bits. Undefined if a
 * new one is like it, but for writing by others.
 */
function getNarrowPermissions(stats: Stats | BigIntStats, umask: number): number | undefined {
  if (process.platform === 'win32') return undefined;
  const bits = getPermissions(stats);
  const byUmask = 0o666 & ~umask;
  const readers = byUmask & 0o444;
  const expected = 0o200 | readers | ((bits & 0o100) === 0 ? 0 : readers >> 2);
  return (expected & ~bits) === 0 && (bits & 0o7000) === 0 ? undefined : bits;
}

/** The narrow permissions of files, by path. One `lstat` takes microseconds, an asynchronous one many times as long. */
export async function readPermissions(root: string, paths: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const umask = process.umask();
  let count = 0;
  for (const path of paths) {
    const stats = lstatIfReached(toDiskPath(root, path));
    const bits = stats?.isFile() === true ? getNarrowPermissions(stats, umask) : undefined;
    if (bits !== undefined) found.set(path, bits);
    // More often than a time slice ends, since git gets its input meanwhile.
    if (++count % 64 === 0) await setImmediate();
  }
  return found;
}

/** Undefined also where a file, a circle of links or a locked folder is in the place of a folder above. */
function lstatIfReached(file: string | Buffer): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The narrow permissions of files after paths were looked at. @param stats of the paths that exist */
export function updatePermissions(
  before: ReadonlyMap<string, number>,
  paths: Iterable<string>,
  stats: ReadonlyMap<string, BigIntStats>,
): ReadonlyMap<string, number> {
  const now = new Map(before);
  const umask = process.umask();
  for (const path of paths) {
    const fileStats = stats.get(path);
    const bits = fileStats?.isFile() === true ? getNarrowPermissions(fileStats, umask) : undefined;
    if (bits === undefined) now.delete(path);
    else now.set(path, bits);
  }
  return now;
}
