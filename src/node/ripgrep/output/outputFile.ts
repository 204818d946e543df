// Streams the output of a process through a temporary file, which is faster than a pipe for many small parts.

import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Consumes bytes, which are valid until it settles; returns `false` if it needs no more. */
export type TakeBytes = (bytes: Buffer) => boolean | Promise<boolean>;

/** A temporary file for the output of a process, readable by this user alone. */
export interface OutputFile {
  readonly fd: number;
  /**
   * Streams the output until `ended` resolves and all of it is consumed, or `take` needs no more. Removes the file.
   * @param ended must not reject
   */
  follow(take: TakeBytes, ended: Promise<unknown>): Promise<void>;
  /** Closes and removes the file. Must be called if `follow` is not. */
  remove(): Promise<void>;
}

/** Number of bytes consumed at once: some milliseconds of work. */
const partBytes = 65_536;
/** Milliseconds between two reads at the end of the file. */
const pollIntervalMs = 25;

/**
 * Opens a file for output that comes in tens of thousands of small parts; a pipe costs both sides a wake-up for each.
 *
 * @param folder absolute; the system's temporary folder if omitted
 * @throws the file system's error if no file can be created
 */
export async function openOutputFile(folder = tmpdir()): Promise<OutputFile> {
  const temporaryFolder = await mkdtemp(join(folder, 'redline-'));
  const removeFolder = (): Promise<void> =>
    rm(temporaryFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  const path = join(temporaryFolder, 'output');
  const openHandles: FileHandle[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(openHandles.map((handle) => handle.close()));
    await removeFolder();
  };
  try {
    const writer = await open(path, 'wx', 0o600);
    openHandles.push(writer);
    // A separate handle: a shared one has one file position, which reading moves on Windows.
    const reader = await open(path, 'r');
    openHandles.push(reader);
    // On POSIX, an unlinked file exists until the last process closes it; Windows keeps the name.
    await removeFolder();
    return {
      fd: writer.fd,
      remove,
      async follow(take, ended) {
        try {
          await followFile(reader, take, ended);
        } finally {
          await remove();
        }
      },
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

async function followFile(file: FileHandle, take: TakeBytes, ended: Promise<unknown>): Promise<void> {
  const buffer = Buffer.alloc(partBytes);
  let position = 0;
  let hasEnded = false;
  const end = ended.finally(() => (hasEnded = true));
  for (;;) {
    // Checks for the end before the read, since output may arrive between an empty read and the end.
    const isLastRead = hasEnded;
    const { bytesRead } = await file.read(buffer, 0, partBytes, position);
    position += bytesRead;
    // The buffer is used again for the next part.
    const isDone = bytesRead > 0 ? !(await take(buffer.subarray(0, bytesRead))) : isLastRead;
    if (isDone) return;
    if (bytesRead === 0) await Promise.race([end, delay(pollIntervalMs)]);
  }
}
