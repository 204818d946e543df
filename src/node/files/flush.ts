// Flushes files and folders to the device (fsync), so that they survive a power loss.

import { constants, fdatasync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { syncIfFast, closeFd } from '../disk/syncIfFast.ts';
import { getErrorCode } from '../disk/errorCode.ts';
import { openFd } from './openRegular.ts';

/** Error codes of files that are skipped. */
const ignoredCodes: ReadonlySet<string> = new Set([
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

/** Resolves when the bytes of files are on the device; skips `ignoredCodes`. @throws the disk's errors (ENOSPC, EIO) */
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
      if (!ignoredCodes.has(getErrorCode(cause))) throw cause;
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
