// Runs work on an open file, and closes it also after a failure.

import type { FileHandle } from 'node:fs/promises';

/** Awaits the opening of a file, runs work on it, and closes it. */
export async function withFile<T>(opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await opening;
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
