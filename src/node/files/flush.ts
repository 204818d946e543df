// Flushes files and folders to the device (fsync), so that they survive a power loss.

import { constants, fdatasync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { syncIfFast, closeFd } from '../disk/syncIfFast.ts';
import { getErrorCode } from '../disk/errorCode.ts';
import { openFd } from './openRegular.ts';

/** Error codes to ignore: the file is gone, cannot be flushed on this disk, or needs no flush. */
const ignoredCodes: ReadonlySet<string> = new Set(
  'ENOENT ENOTDIR EISDIR ELOOP ENXIO EACCES EPERM EINVAL ENOSYS ENOTSUP EOPNOTSUPP EROFS EBADF'.split(' '),
);

/** Resolves when the bytes of files are on the device. @throws the disk's errors (ENOSPC, EIO) */
export function flushFiles(paths: readonly string[]): Promise<void> {
  // Windows flushes only through a writable handle. Elsewhere, opening a pipe must not wait for its writer.
  const flags = process.platform === 'win32' ? constants.O_RDWR : constants.O_RDONLY | constants.O_NONBLOCK;
  return flushAll(paths, flags, fdatasync);
}

/** Resolves when the names in folders are on the device. Windows flushes them with their files. */
export function flushFolders(paths: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  return flushAll(paths, constants.O_RDONLY, fsync);
}

function flushAll(paths: readonly string[], flags: number, flush: typeof fsync): Promise<void> {
  const flushIgnoring = (file: string): Promise<void> =>
    flushOne(file, flags, flush).catch((cause: unknown) => {
      if (!ignoredCodes.has(getErrorCode(cause))) throw cause;
    });
  return forEachConcurrently(paths, flushIgnoring);
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

/** Opens a file; undefined for a symlink, whose target may be on a slow disk. */
function openUnlessLink(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags | constants.O_NOFOLLOW);
  } catch (cause) {
    if (getErrorCode(cause) !== 'ELOOP') throw cause;
    return undefined;
  }
}
