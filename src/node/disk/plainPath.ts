// Inspects plain paths, those without symbolic links, by two system calls instead of one for each name.

import { lstat, lstatSync, realpath, realpathSync, type BigIntStats } from 'node:fs';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { currentTurn } from '../../async/eventLoop.ts';
import { getErrorCode } from './errorCode.ts';
import { syncIfFast, shareInFlight } from './syncIfFast.ts';
import { promisify } from 'node:util';

/** `lstat` with 64-bit integers, which represent every inode number exactly. */
export const lstatBig = (path: string): Promise<BigIntStats> =>
  new Promise((done, fail) => lstat(path, { bigint: true }, (error, stats) => (error ? fail(error) : done(stats))));

/**
 * Stats of a path without symlinks; `missing` if nothing is there but its folder exists. Undefined if the path has a
 * symlink, cannot be read or is relative, and always on Windows, where following a symlink may send credentials to a share.
 *
 * @param allowsCached as in `RealPaths.inspect`
 */
export async function statsWithoutLinks(
  path: string,
  allowsCached: boolean,
): Promise<BigIntStats | 'missing' | undefined> {
  if (sep === '\\' || !isResolvable(path)) return undefined;
  const absolutePath = resolve(path);
  const stats = await syncIfFast(
    absolutePath,
    () => statsSync(absolutePath, allowsCached),
    () => statsAsync(absolutePath, allowsCached),
  ).catch(() => 'other' as const);
  if (stats === 'missing') return stats;
  return stats === 'other' || stats.isSymbolicLink() ? undefined : stats;
}

/** Reads stats like `statsWithoutLinks`; `other` if an ancestor is a symlink, or the path cannot be read. */
async function statsAsync(absolutePath: string, allowsCached: boolean): Promise<BigIntStats | 'missing' | 'other'> {
  const [isReal, stats] = await Promise.all([
    isInRealFolderAsync(absolutePath, allowsCached),
    lstatBig(absolutePath).catch((cause: unknown) => (getErrorCode(cause) === 'ENOENT' ? 'missing' : 'other')),
  ]);
  return isReal ? stats : 'other';
}

/**
 * Reads stats synchronously. Undefined if an ancestor is a symlink or no folder: only `statsAsync` tells these apart.
 */
function statsSync(absolutePath: string, allowsCached: boolean): BigIntStats | 'missing' | undefined {
  const isInRealFolder = allowsCached ? wasInRealFolderThisTurn(absolutePath) : isInRealFolderSync(absolutePath);
  if (!isInRealFolder) return undefined;
  const stats = lstatSync(absolutePath, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) return stats;
  return lstatSync(dirname(absolutePath)).isDirectory() ? 'missing' : undefined;
}

/** Whether a path may be looked up: a relative one depends on the working directory, and Node rejects one with NUL. */
export function isResolvable(path: string): boolean {
  return isAbsolute(path) && !path.includes('\u0000');
}

/** Canonicalizes an existing path by the system's own call, which expands short names and corrects the case. */
export const realPathNative = promisify(realpath.native);

/** Whether no ancestor of a path is a symlink. On macOS, also whether the path exists and has the case on disk. */
async function isInRealFolderAsync(absolutePath: string, allowsCached: boolean): Promise<boolean> {
  if (process.platform !== 'linux') return (await realPathNative(absolutePath).catch(() => undefined)) === absolutePath;
  const folder = dirname(absolutePath);
  const realPath = allowsCached ? sharedRealPath : realPathNative;
  return (await realPath(folder).catch(() => undefined)) === folder;
}

/** Whether no ancestor of a path is a symlink. Synchronous, for fast disks on Linux. */
export function isInRealFolderSync(absolutePath: string): boolean {
  const folder = dirname(absolutePath);
  return realpathSync.native(folder) === folder;
}

/** The folders found to be canonical, and the turn of the event loop in which they were. */
let canonicalFolders = { turn: {}, paths: new Set<string>() };

/** Answers like `isInRealFolderSync`, but checks each folder only once per turn of the event loop. */
function wasInRealFolderThisTurn(absolutePath: string): boolean {
  const turn = currentTurn();
  if (canonicalFolders.turn !== turn) canonicalFolders = { turn, paths: new Set() };
  const folder = dirname(absolutePath);
  const isCanonical = canonicalFolders.paths.has(folder) || isInRealFolderSync(absolutePath);
  if (isCanonical) canonicalFolders.paths.add(folder);
  return isCanonical;
}

/**
 * Resolves like `realPathNative`. Concurrent requests share a call: the many files of a call request their folder at
 * once.
 */
const sharedRealPath = shareInFlight(realPathNative);
