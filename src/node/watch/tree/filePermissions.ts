// Reads the permissions that git does not store: the narrow ones, which lack bits of a newly created file or folder.

import { lstatSync, type BigIntStats, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { foldersOf } from '../../../core/path/pathParts.ts';
import { restorablePermissions } from '../../disk/linksAndModes.ts';
import { toDiskPath } from './diskPaths.ts';

/**
 * The umask of this process. Read only once, since reading sets it to 0 for a moment: every user could write to a file
 * that another thread creates then.
 */
let ownUmask: number | undefined;

/**
 * The permission bits of a file or folder if they are narrow, else undefined. They are:
 * - if it lacks bits that a new file or folder has under the umask, e.g. if it is private or read-only. A file may
 *   lack the write bits of group and others;
 * - if a file has set-ID or sticky bits.
 */
function getNarrowPermissions(stats: Stats | BigIntStats): number | undefined {
  if (process.platform === 'win32') return undefined;
  const umask = (ownUmask ??= process.umask());
  const bits = restorablePermissions(stats);
  const lacksAny = (expectedBits: number): boolean => (expectedBits & ~bits) !== 0;
  // Ignores special bits of a folder: a new one inherits the set-group-ID bit from its parent.
  if (stats.isDirectory()) return lacksAny(0o755 & ~umask) ? bits : undefined;
  const ownerWriteBit = 0o200;
  const readBits = 0o444 & ~umask;
  const isExecutable = (bits & 0o100) !== 0;
  // Whoever may read an executable file may execute it.
  const executeBits = isExecutable ? readBits >> 2 : 0;
  const hasSpecialBits = (bits & 0o7000) !== 0;
  return hasSpecialBits || lacksAny(ownerWriteBit | readBits | executeBits) ? bits : undefined;
}

/** The narrow permissions of files, and of the folders above them, by path from `root`. */
export async function readPermissions(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const permissions = new Map<string, number>();
  await readInto(permissions, root, paths);
  await readInto(permissions, root, foldersOf(paths));
  return permissions;
}

/** Renews the entries of these paths, and of the folders above them. @param stats stats of the paths that exist */
export async function updatePermissions(
  before: ReadonlyMap<string, number>,
  root: string,
  paths: ReadonlySet<string>,
  stats: ReadonlyMap<string, BigIntStats>,
): Promise<ReadonlyMap<string, number>> {
  const updated = new Map(before);
  for (const path of paths) setPermissions(updated, path, stats.get(path));
  await readInto(updated, root, foldersOf([...paths]));
  return updated;
}

/** The ancestors of a path with narrow permissions, nearest first: pairs of levels above the path, and bits. */
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

/** Paths read before the event loop runs again; few, since git's input is written by the same thread meanwhile. */
const pathsPerBatch = 64;

/** Reads permissions into a map, synchronously in batches, since an asynchronous `lstat` takes many times as long. */
async function readInto(permissions: Map<string, number>, root: string, paths: Iterable<string>): Promise<void> {
  let count = 0;
  for (const path of paths) {
    setPermissions(permissions, path, lstatIfReachable(toDiskPath(root, path)));
    if (++count % pathsPerBatch === 0) await setImmediate();
  }
}

/** Sets the narrow permissions of a path, or deletes its entry. @param stats undefined for a missing path */
function setPermissions(permissions: Map<string, number>, path: string, stats: Stats | BigIntStats | undefined): void {
  const isFileOrFolder = stats?.isFile() === true || stats?.isDirectory() === true;
  const bits = isFileOrFolder ? getNarrowPermissions(stats) : undefined;
  if (bits === undefined) permissions.delete(path);
  else permissions.set(path, bits);
}

/** The `lstat` of a path; undefined if it is missing, or an ancestor is a file, a symlink cycle or inaccessible. */
function lstatIfReachable(file: string | Buffer): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
