import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from './errorCode.ts';

/** So many at a time: the disk takes what waits together in one go, and each holds a file open. */
const atOnce = 16;

/** What a system answers that cannot flush a thing, or knows of nothing to flush; the bytes are as safe as they get. */
const cannot: ReadonlySet<string> = new Set(
  'ENOENT ENOTDIR EISDIR ELOOP ENXIO EACCES EPERM EINVAL ENOSYS ENOTSUP EOPNOTSUPP EROFS EBADF'.split(' '),
);

/** Resolves when the bytes of these files survive a loss of power. Throws what the disk says (ENOSPC, EIO). */
export function flushFiles(paths: readonly string[]): Promise<void> {
  // On Windows only who may write can flush.
  const how = process.platform === 'win32' ? constants.O_RDWR : constants.O_RDONLY | constants.O_NONBLOCK;
  return flushAll(paths, how, (handle) => handle.datasync());
}

/** Resolves when the names in these folders survive a loss of power. Windows flushes them by itself. */
export function flushFolders(paths: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  return flushAll(paths, constants.O_RDONLY, (handle) => handle.sync());
}

async function flushAll(
  paths: readonly string[],
  how: number,
  flush: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const left = [...paths];
  const work = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      try {
        const handle = await open(file, how);
        try {
          await flush(handle);
        } finally {
          await handle.close();
        }
      } catch (cause) {
        if (!cannot.has(codeOf(cause))) throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, paths.length) }, work));
}
