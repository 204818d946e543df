// Reads files that are kept out of the index: secrets and large files, which are only hashed, and files whose names git
// refuses.

import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { readlink } from 'node:fs/promises';
import type { StoredFile } from '../../../core/watch/reviewItem.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { readParts } from '../../files/digest.ts';
import { withFileUnlessLink } from '../../files/openRegular.ts';
import { listInaccessiblePaths, toDiskPath } from './diskPaths.ts';

/** Size in bytes above which a file counts as large: its bytes are not stored. */
export const maxStoredBytes = 20 * 1024 * 1024;
/** Maximum size of hashed files, in bytes. A larger file has its stamp as id, and no `sha256`. */
const maxHashedBytes = 1024 * 1024 * 1024;

/** A file that is not in the index, as last scanned. Its bytes are stored unless `withheld` gives a reason. */
export interface UnindexedFile extends StoredFile {
  /** Size, times and inode: the file is read again only if they differ. */
  readonly stamp: string;
}

/** The files that are inaccessible now, so keep their last known version. Omits those in `toRead`, which were seen. */
export async function listInaccessibleFiles(
  root: string,
  files: ReadonlyMap<string, UnindexedFile>,
  toRead: ReadonlyMap<string, unknown>,
): Promise<Map<string, UnindexedFile>> {
  const unseenFiles = new Map([...files].filter(([path]) => !toRead.has(path)));
  const inaccessiblePaths = await listInaccessiblePaths(root, unseenFiles.keys());
  return new Map([...unseenFiles].filter(([path]) => inaccessiblePaths.has(path)));
}

/** The stamp of a file: see `UnindexedFile`. */
export function createStamp({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return [size, mtimeNs, ctimeNs, ino].join(':');
}

/** The header that git hashes before the bytes of a blob. */
const createBlobHeader = (size: number): string => `blob ${size}\0`;

/** Git's object id of a blob, computed without storing it. */
export function computeGitId(bytes: Uint8Array, algorithm: 'sha1' | 'sha256'): string {
  return createHash(algorithm).update(createBlobHeader(bytes.length)).update(bytes).digest('hex');
}

/** Whether git refuses a path in an index: with a segment `.git` in any case, or a symlink `.gitmodules`. */
export function isRefusedByGit(path: string, isLink: boolean): boolean {
  return /(?:^|\/)\.git(?:\/|$)/i.test(path) || (isLink && /(?:^|\/)\.gitmodules$/i.test(path));
}

/** Stores the bytes of a file or link whose name git refuses. Undefined if it cannot be read. */
export async function storeUnindexedFile(
  root: string,
  path: string,
  stats: BigIntStats,
  storeBlob: (bytes: Uint8Array) => Promise<string>,
): Promise<UnindexedFile | undefined> {
  const file = toDiskPath(root, path);
  const isLink = stats.isSymbolicLink();
  const reading = isLink ? readlink(file, 'buffer') : withFileUnlessLink(file, (handle) => handle.readFile());
  const bytes = await reading.catch(() => undefined);
  if (bytes === undefined) return undefined;
  return {
    mode: isLink ? 'link' : getFileMode(stats),
    size: bytes.length,
    id: await storeBlob(bytes),
    stamp: createStamp(stats),
  };
}

function getFileMode({ mode }: BigIntStats): 'file' | 'executable' {
  return (mode & 0o100n) === 0n || process.platform === 'win32' ? 'file' : 'executable';
}

/** Hashes a file by git's object id and by SHA-256, without storing it. Undefined if it cannot be read. */
export async function hashWithheldFile(
  root: string,
  path: string,
  stats: BigIntStats,
  reason: 'secret' | 'large',
  algorithm: 'sha1' | 'sha256',
): Promise<UnindexedFile | undefined> {
  const size = Number(stats.size);
  const stamp = createStamp(stats);
  const metadata = { mode: getFileMode(stats), size, withheld: reason, stamp } as const;
  if (size > maxHashedBytes) return { ...metadata, id: stamp };
  const gitHash = createHash(algorithm).update(createBlobHeader(size));
  const contentHash = createHash('sha256');
  try {
    await withFileUnlessLink(toDiskPath(root, path), async (handle) => {
      for await (const part of readParts(handle)) {
        gitHash.update(part);
        contentHash.update(part);
      }
    });
  } catch {
    return undefined;
  }
  return { ...metadata, id: gitHash.digest('hex'), sha256: contentHash.digest('hex') };
}

/** Requires that a file's bytes are stored. @throws ToolError IO_ERROR for withheld ones */
export function requireStored({ withheld }: StoredFile): void {
  if (withheld === undefined) return;
  const reason = withheld === 'secret' ? 'it may hold secrets' : 'it is too large';
  throw new ToolError('IO_ERROR', `What was in this file is not stored, since ${reason}.`);
}
