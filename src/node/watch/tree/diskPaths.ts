// Converts relative paths, also ones that are not UTF-8, to paths on disk, and checks and reads them without following
// links. Names that are not UTF-8 have lone surrogates for their other bytes (`decodeUtf8`).

import type { BigIntStats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import { encodeUtf8 } from '../../../core/text/encoding.ts';
import { getErrorCode } from '../../disk/errorCode.ts';
import { readSyncUnlessLink } from '../../files/openRegular.ts';

/** Absolute path for Node's file functions; as bytes if it is not UTF-8 on disk. */
export function toDiskPath(root: string, relativePath: string): string | Buffer {
  if (relativePath.isWellFormed()) return path.join(root, relativePath);
  return Buffer.concat([Buffer.from(`${root}/`), encodeUtf8(relativePath)]);
}

/** The `lstat` of each path below a folder. Those that fail have no entry: see `listInaccessiblePaths`. */
export async function statPaths(root: string, relativePaths: Iterable<string>): Promise<Map<string, BigIntStats>> {
  const statsByPath = new Map<string, BigIntStats>();
  await forEachConcurrently(relativePaths, async (relativePath) => {
    const stats = await lstat(toDiskPath(root, relativePath), { bigint: true }).catch(() => undefined);
    if (stats !== undefined) statsByPath.set(relativePath, stats);
  });
  return statsByPath;
}

/** Error codes of `lstat` for a path where nothing can exist. */
const missingPathCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

/** Selects the paths that may exist but are inaccessible, e.g. in a folder without permissions (EACCES). */
export async function listInaccessiblePaths(
  root: string,
  relativePaths: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const inaccessible = new Set<string>();
  await forEachConcurrently(relativePaths, async (relativePath) => {
    await lstat(toDiskPath(root, relativePath)).catch((cause: unknown) => {
      if (!missingPathCodes.includes(getErrorCode(cause))) inaccessible.add(relativePath);
    });
  });
  return inaccessible;
}

/** Whether no folder between `root` and a path is a symbolic link. False if such a folder is missing. */
export async function isReachedWithoutLinks(root: string, relativePath: string): Promise<boolean> {
  const folder = path.dirname(relativePath);
  const [realRoot, realFolder] = await Promise.all([
    realpath(root),
    // Resolves to bytes, since the name of the folder may not be UTF-8.
    realpath(toDiskPath(root, folder), 'buffer').catch(() => undefined),
  ]);
  return realFolder?.equals(Buffer.from(toDiskPath(realRoot, folder))) ?? false;
}

/** Whether something exists at a path, even a link, and no folder between `root` and it is a symbolic link. */
export async function existsWithoutLinks(root: string, relativePath: string): Promise<boolean> {
  if (!(await isReachedWithoutLinks(root, relativePath))) return false;
  return (await statPaths(root, [relativePath])).has(relativePath);
}

/** Maximum size of a file to read, in bytes: a few milliseconds of work. */
const maxFileBytes = 8 * 1024 * 1024;

/** Reads a file of a folder; undefined if it is missing, `unread` if it is too large, not a file, or inaccessible. */
export function readWatchedFileSync(folder: string, name: string): Uint8Array | 'unread' | undefined {
  try {
    return readSyncUnlessLink(toDiskPath(folder, name), maxFileBytes) ?? 'unread';
  } catch (cause) {
    return getErrorCode(cause) === 'ENOENT' || getErrorCode(cause) === 'ENOTDIR' ? undefined : 'unread';
  }
}
