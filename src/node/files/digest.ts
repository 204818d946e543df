// Computes the size and SHA-256 of files in parts, cached by their version.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileDigest } from '../../tools/ports/diskPorts.ts';
import { clockResolution } from '../disk/fileStamps.ts';
import { openRegular, fileVersionOf } from './openRegular.ts';

/** Bytes read, hashed and written at a time: a few milliseconds of work. A multiple of `isPartialWrite`'s pages. */
export const partSize = 1024 * 1024;
const maxCached = 64;

/** SHA-256 by version of a file, cached, since a call needs it several times. */
const cachedHashes = new Map<string, string>();

/** Reads the size and SHA-256 of a regular file, in parts. @throws as `openRegular` does */
export async function digestFile(file: string): Promise<FileDigest> {
  const { handle } = await openRegular(file);
  try {
    return await digestOpenFile(handle);
  } finally {
    await handle.close();
  }
}

/** As `digestFile`, for an open file. */
export async function digestOpenFile(handle: FileHandle): Promise<FileDigest> {
  const started = Date.now();
  const stats = await handle.stat({ bigint: true });
  const version = fileVersionOf(stats);
  const sha256 = cachedHashes.get(version) ?? (await hashOpenFile(handle));
  // Old enough that any later write changes the times, even with a coarse clock.
  const isSettled = Number(stats.ctimeMs) < started - clockResolution;
  if (isSettled && fileVersionOf(await handle.stat({ bigint: true })) === version) remember(version, sha256);
  return { size: Number(stats.size), sha256 };
}

function remember(version: string, sha256: string): void {
  cachedHashes.delete(version);
  cachedHashes.set(version, sha256);
  const [oldest] = cachedHashes.keys();
  if (cachedHashes.size > maxCached && oldest !== undefined) cachedHashes.delete(oldest);
}

async function hashOpenFile(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of readParts(handle)) hash.update(part);
  return hash.digest('hex');
}

/** Reads an open file in parts; each part is valid until the next. */
export async function* readParts(handle: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.allocUnsafe(partSize);
  for (let at = 0; ;) {
    const size = await readUpTo(handle, buffer, at);
    if (size === 0) return;
    yield buffer.subarray(0, size);
    at += size;
  }
}

/** Fills a buffer from an offset of a file, up to the end of the file; returns the number of bytes read. */
export async function readUpTo(handle: FileHandle, buffer: Uint8Array, from: number): Promise<number> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}
