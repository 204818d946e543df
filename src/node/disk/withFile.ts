// Runs work on open files, and closes them whatever happens.

import type { FileHandle } from 'node:fs/promises';

/** Runs work on an open file, and closes it. */
export async function withFile<T>(opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await opening;
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
