// Reads the permissions of files and folders that git does not store: those narrower than a new one's.

import { lstatSync, type BigIntStats, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { foldersOf } from '../../core/path/foldersOf.ts';
import { getPermissions } from '../disk/linksAndModes.ts';
import { toDiskPath } from './withheldFiles.ts';

/**
 * Permission bits of a file or folder that a new one would not get: it is private, read-only, or has special bits. Undefined
 * if a new one is like it, but for writing by others.
 */
function getNarrowPermissions(stats: Stats | BigIntStats, umask: number): number | undefined {
  if (process.platform === 'win32') return undefined;
  const bits = getPermissions(stats);
  // The special bits of a folder are often those of the one above, which a new one gets as well.
  if (stats.isDirectory()) return (0o755 & ~umask & ~bits) === 0 ? undefined : bits;
  const byUmask = 0o666 & ~umask;
  const readers = byUmask & 0o444;
  const expected = 0o200 | readers | ((bits & 0o100) === 0 ? 0 : readers >> 2);
  return (expected & ~bits) === 0 && (bits & 0o7000) === 0 ? undefined : bits;
}

/** The narrow permissions of files, and of the folders above them, by path. */
export async function readPermissions(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const each of [paths, foldersOf(paths)]) await readInto(found, root, each);
  return found;
}

/** The narrow permissions after paths were looked at. @param stats of the paths that exist */
export async function updatePermissions(
  before: ReadonlyMap<string, number>,
  root: string,
  paths: ReadonlySet<string>,
  stats: ReadonlyMap<string, BigIntStats>,
): Promise<ReadonlyMap<string, number>> {
  const now = new Map(before);
  const umask = process.umask();
  for (const path of paths) setPermissions(now, path, stats.get(path), umask);
  await readInto(now, root, foldersOf([...paths]));
  return now;
}

/** The folders above a path with narrow permissions: how many names up each is, and its bits; the nearest first. */
export function listFolderPermissions(
  path: string,
  permissions: ReadonlyMap<string, number> | undefined,
): readonly (readonly [number, number])[] {
  if (permissions === undefined || permissions.size === 0) return [];
  return foldersOf([path])
    .toReversed()
    .flatMap((folder, index) => {
      const bits = permissions.get(folder);
      return bits === undefined ? [] : [[index + 1, bits] as const];
    });
}

/** One `lstat` takes microseconds, an asynchronous one many times as long. */
async function readInto(found: Map<string, number>, root: string, paths: Iterable<string>): Promise<void> {
  const umask = process.umask();
  let count = 0;
  for (const path of paths) {
    setPermissions(found, path, lstatIfReached(toDiskPath(root, path)), umask);
    // More often than a time slice ends, since git gets its input meanwhile.
    if (++count % 64 === 0) await setImmediate();
  }
}

function setPermissions(
  found: Map<string, number>,
  path: string,
  stats: Stats | BigIntStats | undefined,
  umask: number,
): void {
  const isKept = stats?.isFile() === true || stats?.isDirectory() === true;
  const bits = isKept ? getNarrowPermissions(stats, umask) : undefined;
  if (bits === undefined) found.delete(path);
  else found.set(path, bits);
}

/** Undefined also where a file, a circle of links or a locked folder is in the place of a folder above. */
function lstatIfReached(file: string | Buffer): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
