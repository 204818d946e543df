// The steps of a write by which a file stays whole in spite of a full disk, a crash or a power loss: overwriting it in
// place or else restoring its old bytes, flushing it to the device (fsync), and renaming a complete draft over it.

import {
  constants,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { syncIfFast, closeFd } from '../disk/syncIfFast.ts';
import { getErrorCode } from '../disk/errorCode.ts';
import { permissionBits } from '../disk/linksAndModes.ts';
import { openFd } from './openRegular.ts';

/** Maximum number of bytes that a single system call is assumed to write as a whole. */
const maxSingleWriteBytes = 65_536;
/** Number of bytes compared at a time. */
const stepBytes = 65_536;

/**
 * Overwrites an open file that contains `before`, and sets its new length last. On an error, such as a full disk,
 * restores the old bytes, which need no further space.
 *
 * @returns false, with the old bytes restored, if another program has changed the length: truncating may drop its bytes
 */
export function writeInPlace(fd: number, bytes: Uint8Array, before: Uint8Array): boolean {
  const start = findFirstDifference(bytes, before);
  // A small change that extends the file is a single system call, so that a kill in between cannot leave it partial.
  const isSingleWrite = bytes.length > before.length && bytes.length - start <= maxSingleWriteBytes;
  const overwriteEnd = isSingleWrite ? start : Math.min(bytes.length, before.length);
  try {
    writeAll(fd, bytes.subarray(0, overwriteEnd), start);
    if (bytes.length === before.length) return true;
    if (fstatSync(fd).size !== before.length) {
      writeAll(fd, before.subarray(0, overwriteEnd), start);
      return false;
    }
    if (bytes.length < before.length) ftruncateSync(fd, bytes.length);
    else writeAll(fd, bytes, Math.max(start, overwriteEnd));
    return true;
  } catch (cause) {
    writeAll(fd, before, start);
    const { size } = fstatSync(fd);
    // A file longer than `bytes` was extended by another program, whose bytes must stay.
    const isExtendedByUs = size > before.length && size <= bytes.length;
    if (isExtendedByUs) ftruncateSync(fd, before.length);
    throw cause;
  }
}

/** Writes `bytes` from the index `start` on, each byte to its own index in the file. */
export function writeAll(fd: number, bytes: Uint8Array, start: number): void {
  for (let at = start; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
}

/** Whether an open file begins with these bytes. The caller compares the sizes. */
export function hasBytesSync(fd: number, bytes: Uint8Array): boolean {
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, bytes.length));
  for (let at = 0; at < bytes.length;) {
    const read = readSync(fd, buffer, 0, Math.min(stepBytes, bytes.length - at), at);
    if (read === 0 || Buffer.compare(buffer.subarray(0, read), bytes.subarray(at, at + read)) !== 0) return false;
    at += read;
  }
  return true;
}

/** Index of the first byte that differs; if there is none, the length of the shorter array. */
function findFirstDifference(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at + stepBytes <= end && Buffer.compare(a.subarray(at, at + stepBytes), b.subarray(at, at + stepBytes)) === 0)
    at += stepBytes;
  while (at < end && a[at] === b[at]) at++;
  return at;
}

/** The set-user-ID and set-group-ID bits of a mode. */
const setIdBits = 0o6000;

/** Restores the set-ID bits of a mode, which a write clears. Ignores EPERM: only the owner may set them. */
export function restoreSetIdBits(fd: number, mode: number): void {
  if ((mode & setIdBits) === 0) return;
  try {
    fchmodSync(fd, mode & permissionBits);
  } catch (cause) {
    if (getErrorCode(cause) !== 'EPERM') throw cause;
  }
}

/** Removes an open file after a failure, unless another program has put its own file at the path. Never throws. */
export function removeIfSameFile(file: string, fd: number): void {
  try {
    const atPath = lstatSync(file, { bigint: true });
    const opened = fstatSync(fd, { bigint: true });
    if (atPath.ino === opened.ino && atPath.dev === opened.dev) unlinkSync(file);
  } catch {
    // Best effort: the caller reports the original failure.
  }
}

/** Error codes of files that a flush skips. */
const unflushableCodes: ReadonlySet<string> = new Set([
  // Gone, or replaced by a link, folder, pipe or socket.
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EISDIR',
  'ENXIO',
  // May not be opened.
  'EACCES',
  'EPERM',
  'EROFS',
  // The file system cannot flush it.
  'EINVAL',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EBADF',
]);

/** Flushes the bytes of files to the device, except for `unflushableCodes`. @throws the disk's errors (ENOSPC, EIO) */
export function flushFiles(paths: readonly string[]): Promise<void> {
  // Windows flushes only through a writable handle. Elsewhere, opening a pipe must not wait for its writer.
  const flags = process.platform === 'win32' ? constants.O_RDWR : constants.O_RDONLY | constants.O_NONBLOCK;
  return flushAll(paths, flags, fdatasync);
}

/** Flushes the names in folders; `flushFiles` flushes contents. Windows flushes names with their files. */
export function flushFolders(paths: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  return flushAll(paths, constants.O_RDONLY, fsync);
}

function flushAll(paths: readonly string[], flags: number, flush: typeof fsync): Promise<void> {
  const flushIfPossible = (file: string): Promise<void> =>
    flushOne(file, flags, flush).catch((cause: unknown) => {
      if (!unflushableCodes.has(getErrorCode(cause))) throw cause;
    });
  return forEachConcurrently(paths, flushIfPossible);
}

async function flushOne(file: string, flags: number, flush: typeof fsync): Promise<void> {
  const fd = await syncIfFast(
    file,
    () => openUnlessLink(file, flags),
    () => openFd(file, flags),
  );
  try {
    await promisify(flush)(fd);
  } finally {
    await closeFd(file, fd);
  }
}

/** Opens a file, only on Linux (`syncIfFast`); undefined for a symlink, whose target may be on a slow disk. */
function openUnlessLink(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags | constants.O_NOFOLLOW);
  } catch (cause) {
    if (getErrorCode(cause) !== 'ELOOP') throw cause;
    return undefined;
  }
}

/** Milliseconds to retry while another program has the file open; VS Code waits as long. */
const maxRetryMs = 60_000;
/** Length of the first pause between two attempts; each further one is longer by this, up to the maximum. */
const pauseStepMs = 10;
const maxPauseMs = 100;

/** The system calls of a rename, replaced by tests to simulate Windows. */
export interface RenameSystemCalls {
  readonly windows: boolean;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly isFolder: (path: string) => Promise<boolean>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

const renameSystemCalls: RenameSystemCalls = {
  windows: process.platform === 'win32',
  rename: (from, to) => rename(from, to),
  isFolder: (path) =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  pause: delay,
};

/**
 * Renames a file. On Windows, retries with growing pauses while a virus scanner or indexer has it open.
 *
 * @param to replaced if it is a file
 * @throws the error of the last attempt
 */
export async function renameWithRetry(from: string, to: string, calls = renameSystemCalls): Promise<void> {
  let waitedMs = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await calls.rename(from, to);
    } catch (cause) {
      const mayBeOpenElsewhere = calls.windows && ['EPERM', 'EACCES', 'EBUSY'].includes(getErrorCode(cause));
      if (!mayBeOpenElsewhere || waitedMs >= maxRetryMs) throw cause;
      // A folder as the target causes such errors, too. It is never replaced, so retrying is useless.
      if (attempt === 0 && (await calls.isFolder(to))) throw cause;
      const pauseMs = Math.min(maxPauseMs, pauseStepMs * (attempt + 1));
      waitedMs += pauseMs;
      await calls.pause(pauseMs);
    }
  }
}
