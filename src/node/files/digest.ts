// Reads open files in parts, and computes the size and SHA-256 of files. Caches the hashes by version of the file.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setNewest } from '../../core/cache/maps.ts';
import type { FileDigest } from '../../tools/ports/diskPorts.ts';
import { getFileVersion, isVersionSettled, withRegularFile } from './openRegular.ts';

/** Bytes processed at a time: a few milliseconds of work. A multiple of the page size of `isMixOfPages`. */
export const partBytes = 1024 * 1024;
/** Maximum number of cached hashes; the least recently used one is dropped. */
const maxCachedHashes = 64;

/** SHA-256 by `getFileVersion`, since a call needs it several times; least recently used first. */
const cachedHashes = new Map<string, string>();

/** Reads the size and SHA-256 of a regular file, in parts. @throws as `openRegular` does */
export function digestFile(file: string): Promise<FileDigest> {
  return withRegularFile(file, digestOpenFile);
}

/** Computes the digest of an open regular file, like `digestFile`. */
export async function digestOpenFile(handle: FileHandle): Promise<FileDigest> {
  const startedMs = Date.now();
  const stats = await handle.stat({ bigint: true });
  const version = getFileVersion(stats);
  const sha256 = cachedHashes.get(version) ?? (await hashOpenFile(handle));
  // Cached only if the version identifies the bytes: a later write would change the times, even by a coarse clock, and
  // nothing was written while the file was read.
  if (isVersionSettled(stats, startedMs) && getFileVersion(await handle.stat({ bigint: true })) === version) {
    setNewest(cachedHashes, version, sha256, maxCachedHashes);
  }
  return { size: Number(stats.size), sha256 };
}

async function hashOpenFile(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of readParts(handle)) hash.update(part);
  return hash.digest('hex');
}

/** Reads an open file from its start to its end, in parts. Each part overwrites the one before. */
export async function* readParts(handle: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.allocUnsafe(partBytes);
  for (let offset = 0; ;) {
    const size = await fillBuffer(handle, buffer, offset);
    if (size === 0) return;
    yield buffer.subarray(0, size);
    offset += size;
  }
}

/**
 * Fills a buffer with the bytes at an offset of a file. Returns their number, which is less only at the file's end.
 * Reads repeatedly, since files such as those in `/proc` return less than requested.
 */
export async function fillBuffer(handle: FileHandle, buffer: Uint8Array, offset: number): Promise<number> {
  let readBytes = 0;
  while (readBytes < buffer.length) {
    const { bytesRead } = await handle.read(buffer, readBytes, buffer.length - readBytes, offset + readBytes);
    if (bytesRead === 0) break;
    readBytes += bytesRead;
  }
  return readBytes;
}
