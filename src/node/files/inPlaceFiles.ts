// Replaces, creates and removes files in place, only if nobody else has written to them meanwhile (TOCTOU).

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../../core/wording/errors.ts';
import type { WholeFiles } from '../../tools/ports/diskPorts.ts';
import { isInRealFolderSync, syncIfFast, closeFd } from '../disk/syncIfFast.ts';
import { getErrorCode } from '../disk/errorCode.ts';
import {
  flushFiles,
  flushFolders,
  hasBytesSync,
  removeIfSameFile,
  restoreSetIdBits,
  writeAll,
  writeInPlace,
} from './safeWrites.ts';
import { isVersionSettled, maxSyncReadBytes, openFd, readFd, readRegular } from './openRegular.ts';

// Windows has neither O_NOFOLLOW nor O_NONBLOCK; undefined counts as 0 in `|`.
const { O_RDONLY, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Write permission bits of owner, group and others. */
const writeBits = 0o222;

/**
 * Writes whole files in place, so that a file keeps its inode: extended attributes, access lists, owner, hard links.
 *
 * Invariants:
 * - A file is never emptied and gets its new length last. So if the process dies, each page of the file is the old or
 *   the new one: `isPartialWrite` recognizes that, and the journal contains both versions.
 * - Nothing is awaited between the last check (`stillHasBytes`) and the first write (TOCTOU).
 */
export function nodeWholeFiles(): WholeFiles {
  /** Parents of the folders that `create` made since the last `flush`, which flushes them too. */
  const parentsOfNew = new Set<string>();
  return {
    contains,
    replace,
    remove,
    async create(uri, bytes, permissions) {
      const file = fileURLToPath(uri);
      const firstCreated = await mkdir(path.dirname(file), { recursive: true });
      if (firstCreated !== undefined)
        for (const folder of listParentsOfCreated(firstCreated, file)) parentsOfNew.add(folder);
      createFile(file, bytes, permissions);
    },
    async isReadOnly(uri) {
      const file = fileURLToPath(uri);
      const stats = await syncIfFast(
        file,
        () => lstatSync(file),
        () => lstat(file),
      ).catch(() => undefined);
      if (stats === undefined) return false;
      // On Windows, the permission bits of a folder do not say whether it is writable.
      const hasMeaningfulBits = stats.isFile() || (stats.isDirectory() && process.platform !== 'win32');
      return hasMeaningfulBits && isReadOnly(stats.mode);
    },
    async flush(files, folders) {
      const foldersToFlush = new Set([...folders.map((folder) => fileURLToPath(folder)), ...parentsOfNew]);
      parentsOfNew.clear();
      await flushFiles(files.map((file) => fileURLToPath(file)));
      await flushFolders([...foldersToFlush]);
    },
  };
}

async function contains(uri: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return (await readRegular(fileURLToPath(uri), bytes.length)).equals(bytes);
  } catch (cause) {
    // `readRegular` throws a ToolError for a larger file, or one that is not regular.
    if (!(cause instanceof ToolError)) rethrowUnlessMissing(cause);
    return false;
  }
}

async function replace(uri: string, bytes: Uint8Array, before: Uint8Array): Promise<boolean> {
  const requestedPath = fileURLToPath(uri);
  const opened = await syncIfFast<OpenedFile | undefined>(
    requestedPath,
    () => openWithoutLinks(requestedPath),
    () => openCanonical(requestedPath),
  ).catch(rethrowUnlessMissing);
  if (opened === undefined) return false;
  const { file, fd } = opened;
  try {
    const stats = fstatSync(fd, { bigint: true });
    requireWritable(stats);
    if (!(await hasSameBytes(fd, stats, before)) || !stillHasBytes(file, stats, fd, before)) return false;
    try {
      return writeInPlace(fd, bytes, before);
    } finally {
      restoreSetIdBits(fd, Number(stats.mode));
    }
  } finally {
    await closeFd(requestedPath, fd);
  }
}

/** An open file, with its canonical path. */
interface OpenedFile {
  readonly file: string;
  readonly fd: number;
}

/** Opens a regular file, following links; undefined for anything else, since opening a device may have effects. */
async function openCanonical(requestedPath: string): Promise<OpenedFile | undefined> {
  const file = await realpath(requestedPath);
  if (!(await lstat(file)).isFile()) return undefined;
  return { file, fd: await openFd(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK) };
}

/** Opens a file synchronously, like `openCanonical`; undefined also if the path contains a link. */
function openWithoutLinks(file: string): OpenedFile | undefined {
  if (!isInRealFolderSync(file) || !lstatSync(file).isFile()) return undefined;
  return { file, fd: openSync(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK) };
}

async function remove(uri: string, before: Uint8Array): Promise<boolean> {
  const file = fileURLToPath(uri);
  const stats = await syncIfFast(
    file,
    () => lstatSync(file, { bigint: true }),
    () => lstat(file, { bigint: true }),
  );
  if (!stats.isFile()) return false;
  const fd = await syncIfFast(
    file,
    () => openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
    () => openFd(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
  );
  try {
    if (!(await hasSameBytes(fd, stats, before)) || !stillHasBytes(file, stats, fd, before)) return false;
    unlinkSync(file);
    return true;
  } finally {
    await closeFd(file, fd);
  }
}

/** Rethrows an error unless the file is missing. ELOOP: a link has taken its place, or links form a cycle. */
function rethrowUnlessMissing(cause: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(getErrorCode(cause))) throw cause;
}

/** Whether an open file has these bytes. @param stats of the open file, or of its path before it was opened */
async function hasSameBytes(fd: number, stats: BigIntStats, bytes: Uint8Array): Promise<boolean> {
  if (!stats.isFile() || stats.size !== BigInt(bytes.length)) return false;
  return bytes.length <= maxSyncReadBytes ? hasBytesSync(fd, bytes) : (await readFd(fd)).equals(bytes);
}

/** Throws EACCES for a file without any write permission. */
export function requireWritable({ mode }: BigIntStats): void {
  if (isReadOnly(Number(mode))) throw Object.assign(new Error('The file is read-only.'), { code: 'EACCES' });
}

/** Checks the mode instead of trying: the superuser could write to a read-only file. */
function isReadOnly(mode: number): boolean {
  return (mode & writeBits) === 0;
}

/** Whether an open file is still at its path, and still has the bytes that it had when `stats` was read. */
function stillHasBytes(file: string, stats: BigIntStats, fd: number, bytes: Uint8Array): boolean {
  if (!isUnmodified(file, stats, fd)) return false;
  // A write shortly before `stats` and one after it may get the same time from a coarse clock.
  return isVersionSettled(stats, Date.now()) || hasBytesSync(fd, bytes);
}

/** Whether an open file is still the one at its path, with unchanged size and times. */
export function isUnmodified(file: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats, fd: number): boolean {
  const now = fstatSync(fd, { bigint: true });
  const atPath = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  const isAtPath = atPath?.ino === ino && atPath.dev === dev;
  return isAtPath && now.size === size && now.mtimeNs === mtimeNs && now.ctimeNs === ctimeNs;
}

/**
 * Creates a file synchronously, so that others see it incomplete as briefly as possible. Sets the permissions, by
 * default those of the umask, before there are bytes to read.
 */
function createFile(file: string, bytes: Uint8Array, permissions: number | undefined): void {
  const fd = openSync(file, 'wx', permissions);
  try {
    if (permissions !== undefined) fchmodSync(fd, permissions);
    writeAll(fd, bytes, 0);
    if (permissions !== undefined) restoreSetIdBits(fd, permissions);
  } catch (cause) {
    removeIfSameFile(file, fd);
    throw cause;
  } finally {
    closeSync(fd);
  }
}

/** The parents of newly created folders: of `firstCreated`, an ancestor of the file, and of each below it. */
function listParentsOfCreated(firstCreated: string, file: string): string[] {
  const parents: string[] = [];
  for (let folder = path.dirname(file); folder.length >= firstCreated.length; folder = path.dirname(folder)) {
    parents.push(path.dirname(folder));
  }
  return parents;
}
