// Converts names in a folder, also ones that are not UTF-8, to paths on disk, and checks them without following links.

import type { BigIntStats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import { encodeUtf8 } from '../../../core/text/encoding.ts';
import { getErrorCode } from '../../disk/errorCode.ts';

/** Absolute path for Node's file functions; as bytes if the name on disk is not UTF-8. */
export function toDiskPath(root: string, name: string): string | Buffer {
  return name.isWellFormed() ? path.join(root, name) : Buffer.concat([Buffer.from(`${root}/`), encodeUtf8(name)]);
}

/** The `lstat` of each path below a folder; missing paths have no entry. */
export async function statPaths(root: string, paths: Iterable<string>): Promise<Map<string, BigIntStats>> {
  const statsByName = new Map<string, BigIntStats>();
  await forEachConcurrently(paths, async (name) => {
    const stats = await lstat(toDiskPath(root, name), { bigint: true }).catch(() => undefined);
    if (stats !== undefined) statsByName.set(name, stats);
  });
  return statsByName;
}

/** Error codes of `lstat` for a path where nothing can exist. */
const missingPathCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

/** The paths that may exist but are inaccessible, e.g. in a folder without permissions (EACCES). */
export async function listInaccessiblePaths(root: string, paths: Iterable<string>): Promise<ReadonlySet<string>> {
  const inaccessible = new Set<string>();
  await forEachConcurrently(paths, async (name) => {
    await lstat(toDiskPath(root, name)).catch((cause: unknown) => {
      if (!missingPathCodes.includes(getErrorCode(cause))) inaccessible.add(name);
    });
  });
  return inaccessible;
}

/** Whether no folder above the path is a symbolic link. */
export async function isReachedWithoutLinks(root: string, name: string): Promise<boolean> {
  const folder = path.dirname(name);
  const [realRoot, realFolder] = await Promise.all([
    realpath(root),
    // As bytes, since the name of the folder may not be UTF-8.
    realpath(toDiskPath(root, folder), 'buffer').catch(() => undefined),
  ]);
  return realFolder?.equals(Buffer.from(toDiskPath(realRoot, folder))) ?? false;
}

/** Whether a file exists, and no folder above it is a symbolic link. */
export async function existsWithoutLinks(root: string, name: string): Promise<boolean> {
  return (await isReachedWithoutLinks(root, name)) && (await statPaths(root, [name])).has(name);
}
