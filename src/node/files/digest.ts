// Computes the size and SHA-256 of files in parts, cached by their version.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileDigest } from '../../tools/ports/diskPorts.ts';
import { clockResolutionMs } from '../disk/fileStamps.ts';
import { withRegularFile, getFileVersion } from './openRegular.ts';

/** Bytes read, hashed and written at a time: a few milliseconds of work. A multiple of `isPartialWrite`'s pages. */
export const partBytes = 1024 * 1024;
const maxCachedHashes = 64;

/** SHA-256 by version of a file, cached, since a call needs it several times. */
const cachedHashes = new Map<string, string>();

/** Reads the size and SHA-256 of a regular file, in parts. @throws as `openRegular` does */
export function digestFile(file: string): Promise<FileDigest> {
  return withRegularFile(file, digestOpenFile);
}

/** As `digestFile`, for an open file. */
export async function digestOpenFile(handle: FileHandle): Promise<FileDigest> {
  const started = Date.now();
  const stats = await handle.stat({ bigint: true });
  const version = getFileVersion(stats);
  const sha256 = cachedHashes.get(version) ?? (await hashOpenFile(handle));
  // Old enough that any later write changes the times, even with a coarse clock.
  const isSettled = Number(stats.ctimeMs) < started - clockResolutionMs;
  if (isSettled && getFileVersion(await handle.stat({ bigint: true })) === version) cacheHash(version, sha256);
  return { size: Number(stats.size), sha256 };
}

function cacheHash(version: string, sha256: string): void {
  cachedHashes.delete(version);
  cachedHashes.set(version, sha256);
  const [oldest] = cachedHashes.keys();
  if (cachedHashes.size > maxCachedHashes && oldest !== undefined) cachedHashes.delete(oldest);
}

async function hashOpenFile(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of readParts(handle)) hash.update(part);
  return hash.digest('hex');
}

/** Reads an open file in parts; each part is valid until the next. */
export async function* readParts(handle: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.allocUnsafe(partBytes);
  for (let at = 0; ;) {
    const size = await readUpTo(handle, buffer, at);
    if (size === 0) return;
    yield buffer.subarray(0, size);
    at += size;
  }
}

/** Fills a buffer from an offset of a file, up to the end of the file; returns the number of bytes read. */
export async function readUpTo(handle: FileHandle, buffer: Uint8Array, from: number): Promise<number> {
  let readBytes = 0;
  while (readBytes < buffer.length) {
    const { bytesRead } = await handle.read(buffer, readBytes, buffer.length - readBytes, from + readBytes);
    if (bytesRead === 0) break;
    readBytes += bytesRead;
  }
  return readBytes;
}
