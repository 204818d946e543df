import { constants, fdatasync, fsync, lstatSync, open, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { quickly, closeFd } from '../disk/quickly.ts';
import { codeOf } from '../disk/errorCode.ts';

/** So many at a time: the disk takes what waits together in one go, and each holds a file open. */
const lanes = 16;

/** What a system answers that cannot flush a thing, or knows of nothing to flush; the bytes are as safe as they get. */
const cannot: ReadonlySet<string> = new Set(
  'ENOENT ENOTDIR EISDIR ELOOP ENXIO EACCES EPERM EINVAL ENOSYS ENOTSUP EOPNOTSUPP EROFS EBADF'.split(' '),
);

/** Resolves when the bytes of these files survive a loss of power. Throws what the disk says (ENOSPC, EIO). */
export function flushFiles(paths: readonly string[]): Promise<void> {
  // On Windows only who may write can flush.
  const how = process.platform === 'win32' ? constants.O_RDWR : constants.O_RDONLY | constants.O_NONBLOCK;
  return flushAll(paths, how, fdatasync);
}

/** Resolves when the names in these folders survive a loss of power. Windows flushes them by itself. */
export function flushFolders(paths: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  return flushAll(paths, constants.O_RDONLY, fsync);
}

type Flush = (fd: number, done: (cause: Error | null) => void) => void;

async function flushAll(paths: readonly string[], how: number, flush: Flush): Promise<void> {
  const left = [...paths];
  const work = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      try {
        await flushOne(file, how, flush);
      } catch (cause) {
        if (!cannot.has(codeOf(cause))) throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, paths.length) }, work));
}

async function flushOne(file: string, how: number, flush: Flush): Promise<void> {
  const fd = await quickly(
    file,
    () => (lstatSync(file).isSymbolicLink() ? undefined : openSync(file, how)),
    () => openFd(file, how),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      flush(fd, (cause) => (cause === null ? resolve() : reject(cause)));
    });
  } finally {
    await closeFd(file, fd);
  }
}

const openFd = promisify(open);
