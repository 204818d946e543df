// Opens and reads regular files only, never pipes, sockets or devices, which may block or act when opened. `withFile` also
// closes what others open.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  open as openFile,
  openSync,
  readFile,
  readSync,
  type BigIntStats,
} from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { clockResolutionMs } from '../disk/fileStamps.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { syncIfFast } from '../disk/syncIfFast.ts';

/** Opens a file as a descriptor, which the synchronous functions can use, too. */
export const openFd = promisify(openFile);
/** Reads an open file from its current position to its end, in the thread pool. */
export const readFd = promisify(readFile) as (fd: number) => Promise<Buffer>;

// A terminal must not become the controlling one (O_NOCTTY). Windows lacks these flags.
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const noFollowFlags = readFlags | (constants.O_NOFOLLOW ?? 0);

/** An open regular file, and its metadata when it was opened. */
export interface RegularFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/**
 * Opens a regular file for reading. Rejects pipes and devices before opening them, since that may block forever or have
 * effects; if one takes the file's place in between (TOCTOU), O_NONBLOCK keeps the open from waiting.
 *
 * @throws `ToolError`: `VALIDATION_ERROR` naming the kind, or the system's error by `toToolError`
 */
export async function openRegular(path: string): Promise<RegularFile> {
  let handle: FileHandle | undefined;
  try {
    requireRegular(await stat(path, { bigint: true }));
    handle = await open(path, readFlags);
    const stats = await handle.stat({ bigint: true });
    requireRegular(stats);
    return { handle, stats };
  } catch (cause) {
    await handle?.close();
    throw toToolError(cause, 'Reading the file');
  }
}

/** Runs work on a file that `openRegular` opens, and closes it. */
export function withRegularFile<T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  return withFile(
    openRegular(path).then(({ handle }) => handle),
    work,
  );
}

/** Awaits the opening of a file, runs work on it, and closes it, also after a failure. */
export async function withFile<T>(opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await opening;
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a whole regular file, following links.
 *
 * @throws `ToolError` `VALIDATION_ERROR` with the kind, `TOO_LARGE` for a reported size over `maxBytes`; system errors
 */
export async function readRegular(path: string, maxBytes = Infinity): Promise<Buffer> {
  const fd = await syncIfFast(
    path,
    () => openSyncUnlessLink(path),
    () => openFollowingLinks(path),
  );
  try {
    const stats = fstatSync(fd, { bigint: true });
    requireRegular(stats);
    if (Number(stats.size) > maxBytes)
      throw new ToolError(
        'TOO_LARGE',
        `The file is larger than ${maxBytes} bytes, too large to be read whole. Read it in parts with redline_read_file.`,
      );
    if (Number(stats.size) <= maxSyncReadBytes) return readFdSync(fd, Number(stats.size));
    return await readFd(fd);
  } finally {
    closeSync(fd);
  }
}

async function openFollowingLinks(path: string): Promise<number> {
  requireRegular(await stat(path, { bigint: true }));
  return openFd(path, readFlags);
}

/**
 * Runs work on a file that was a regular one a moment ago. A symlink or pipe that took its place since (TOCTOU) is
 * neither followed nor waited for.
 * @throws `ToolError` for another kind of file; the system's error, for a symlink ELOOP
 */
export function withFileUnlessLink<T>(path: string | Buffer, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  return withFile(open(path, noFollowFlags), async (handle) => {
    requireRegular(await handle.stat({ bigint: true }));
    return work(handle);
  });
}

/** Reads a regular file synchronously; undefined for a symlink or over `maxBytes`. @throws as `withFileUnlessLink` */
export function readSyncUnlessLink(path: string | Buffer, maxBytes: number): Buffer | undefined {
  const fd = openSyncUnlessLink(path);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd, { bigint: true });
    requireRegular(stats);
    return stats.size <= maxBytes ? readFdSync(fd, Number(stats.size)) : undefined;
  } finally {
    closeSync(fd);
  }
}

/** Opens a file synchronously; undefined for a symlink, whose target may be on a disk that does not respond. */
function openSyncUnlessLink(path: string | Buffer): number | undefined {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isSymbolicLink()) return undefined;
  requireRegular(stats);
  return openSync(path, noFollowFlags);
}

/** @throws `ToolError` `VALIDATION_ERROR` for a folder, pipe, socket or device */
function requireRegular(stats: BigIntStats): void {
  if (stats.isFile()) return;
  const advice = stats.isDirectory() ? 'List it with redline_list_directory.' : 'Choose a regular file.';
  throw new ToolError(
    'VALIDATION_ERROR',
    `This path is ${describeSpecialFile(stats)}, and only files can be read. ${advice}`,
  );
}

/** Describes a file that is not a regular one, such as `a named pipe`. */
export function describeSpecialFile(stats: Pick<BigIntStats, 'isDirectory' | 'isFIFO' | 'isSocket'>): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** Identifies a version of a file: another version differs in device, inode, size or a time. */
export function getFileVersion(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

/** Whether a write after `nowMs` (since 1970) is certain to change the version, even by a coarse clock of the disk. */
export function isVersionSettled(stats: Pick<BigIntStats, 'ctimeMs'>, nowMs: number): boolean {
  return Number(stats.ctimeMs) < nowMs - clockResolutionMs;
}

/**
 * Maximum number of bytes read synchronously from an open file. The thread pool would take ten times as long. A disk
 * that does not respond is no risk: it blocks the opening, which comes first.
 */
export const maxSyncReadBytes = 64 * 1024;

/** Bytes by which the buffer grows if a file is larger than expected. */
const growthBytes = 64 * 1024;

/** Reads an open file from its start to its end, synchronously. @param expectedSize its size; may be wrong */
export function readFdSync(fd: number, expectedSize: number): Buffer {
  // Allocates one byte more than expected: if it stays unused, the read has reached the end of the file.
  let bytes = Buffer.allocUnsafeSlow(expectedSize + 1);
  let readBytes = 0;
  for (;;) {
    const newBytes = readSync(fd, bytes, readBytes, bytes.length - readBytes, readBytes);
    readBytes += newBytes;
    if (newBytes === 0 || readBytes === expectedSize) return bytes.subarray(0, readBytes);
    if (readBytes === bytes.length) bytes = Buffer.concat([bytes], bytes.length + growthBytes);
  }
}
