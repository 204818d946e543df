// Reads, writes and removes files too large to load, in parts, and detects interrupted writes of them.

import { createHash } from 'node:crypto';
import { constants, fstatSync, ftruncateSync, unlinkSync, writeSync, type BigIntStats } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMixOfPages, isPartialSize } from '../../core/journal/partialWrite.ts';
import type { LargeFiles, ByteSource, FileDigest } from '../../tools/ports/diskPorts.ts';
import { createCopy, readSourceParts, writePart } from './copying.ts';
import { restoreSetIdBits } from './safeWrites.ts';
import { withFile, withRegularFile } from './openRegular.ts';
import { readParts, fillBuffer, digestFile, digestOpenFile } from './digest.ts';
import { isUnmodified, requireWritable } from './inPlaceFiles.ts';

const { O_RDONLY, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Reads and writes files of any size in bounded memory, in place as `nodeWholeFiles` does. */
export const nodeLargeFiles: LargeFiles = {
  digest: (uri) => digestFile(fileURLToPath(uri)),
  digestWithTail: (uri, tail) => withRegularFile(fileURLToPath(uri), (handle) => digestWithTail(handle, tail)),
  part: (uri, from, length) => withRegularFile(fileURLToPath(uri), (handle) => readPart(handle, from, length)),
  create,
  rewrite,
  remove,
  isPartial: (uri, before, after) =>
    withRegularFile(fileURLToPath(uri), (handle) => isPartialFile(handle, before, after)),
  isPartialAppend: (uri, before, tail) =>
    withRegularFile(fileURLToPath(uri), (handle) => isPartialAppend(handle, before, tail)),
};

/** The digests of a file as it is, and as it would be with `tail` appended. */
async function digestWithTail(handle: FileHandle, tail: Uint8Array) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of readParts(handle)) {
    hash.update(part);
    size += part.length;
  }
  const before = { size, sha256: hash.copy().digest('hex') };
  return { before, after: { size: size + tail.length, sha256: hash.update(tail).digest('hex') } };
}

async function readPart(handle: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await fillBuffer(handle, bytes, from));
}

async function create(uri: string, source: ByteSource, { sha256 }: FileDigest, mode?: number): Promise<void> {
  const file = fileURLToPath(uri);
  await mkdir(path.dirname(file), { recursive: true });
  await createCopy(file, source, { sha256, mode });
}

/** Replaces a file from an offset on; false if it no longer has the digest `before`. */
async function rewrite(uri: string, before: FileDigest, from: number, source: ByteSource): Promise<boolean> {
  const file = await realpath(fileURLToPath(uri));
  const handle = await open(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  const parts = readSourceParts(source);
  try {
    const stats = await handle.stat({ bigint: true });
    requireWritable(stats);
    // Reads the first part before the checks: nothing may be awaited between `isUnmodified` and the first write
    // (TOCTOU).
    const first = (await parts.next()).value ?? new Uint8Array();
    if (!(await hasDigest(handle, stats, before)) || !isUnmodified(file, stats, handle.fd)) return false;
    try {
      await replaceFrom(handle, { sizeBefore: before.size, from }, first, parts);
    } finally {
      restoreSetIdBits(handle.fd, Number(stats.mode));
    }
    return true;
  } finally {
    await parts.return();
    await handle.close();
  }
}

/**
 * Replaces the bytes from an offset on. After a failed append, truncates the file to its old size, unless another
 * program has truncated or extended it.
 *
 * @param first the first bytes; written synchronously, before anything is awaited
 * @throws an error if another program changes the size meanwhile; system errors
 */
async function replaceFrom(
  handle: FileHandle,
  { sizeBefore, from }: { readonly sizeBefore: number; readonly from: number },
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, void>,
): Promise<void> {
  let end = from + first.length;
  try {
    for (let written = 0; written < first.length;)
      written += writeSync(handle.fd, first, written, first.length - written, from + written);
    for await (const part of rest) {
      // If another program has shortened the file, writing beyond its end would leave a gap of zeros.
      requireSize(handle, Math.max(sizeBefore, end));
      const start = end;
      // Counts the part before the write, so that a part that is only half written counts as ours in the `catch`, too.
      end += part.length;
      await writePart(handle, part, start);
    }
    requireSize(handle, Math.max(sizeBefore, end));
    // Synchronously after the size check, so that nothing appended by another program meanwhile is lost.
    if (end < sizeBefore) ftruncateSync(handle.fd, end);
  } catch (cause) {
    const isAppend = from === sizeBefore && first.length > 0;
    const sizeNow = fstatSync(handle.fd).size;
    const hasOnlyOurBytes = sizeNow >= sizeBefore && sizeNow <= end;
    if (isAppend && hasOnlyOurBytes) truncateQuietly(handle.fd, sizeBefore);
    throw cause;
  }
}

function requireSize(handle: FileHandle, size: number): void {
  if (fstatSync(handle.fd).size !== size) throw new Error('Another program wrote to the file.');
}

/** Truncates a file. Best effort: the caller reports the original failure. */
function truncateQuietly(fd: number, size: number): void {
  try {
    ftruncateSync(fd, size);
  } catch {}
}

async function remove(uri: string, before: FileDigest): Promise<boolean> {
  const file = fileURLToPath(uri);
  const stats = await lstat(file, { bigint: true });
  if (!stats.isFile()) return false;
  return withFile(open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), async (handle) => {
    if (!(await hasDigest(handle, stats, before)) || !isUnmodified(file, stats, handle.fd)) return false;
    unlinkSync(file);
    return true;
  });
}

async function hasDigest(handle: FileHandle, stats: BigIntStats, { size, sha256 }: FileDigest): Promise<boolean> {
  return stats.isFile() && stats.size === BigInt(size) && (await digestOpenFile(handle)).sha256 === sha256;
}

/** Whether each page of a file is the old or the new one. All three are read in parts of equal size, whole pages. */
async function isPartialFile(handle: FileHandle, before: ByteSource, after: ByteSource): Promise<boolean> {
  const [{ size }, oldSize, newSize] = await Promise.all([
    handle.stat(),
    readSourceSize(before),
    readSourceSize(after),
  ]);
  if (!isPartialSize(size, oldSize, newSize)) return false;
  const [oldParts, newParts] = [readSourceParts(before), readSourceParts(after)];
  const noBytes = new Uint8Array();
  try {
    for await (const part of readParts(handle)) {
      const [oldPart, newPart] = await Promise.all([oldParts.next(), newParts.next()]);
      if (!isMixOfPages(part, oldPart.value ?? noBytes, newPart.value ?? noBytes)) return false;
    }
    return true;
  } finally {
    await oldParts.return();
    await newParts.return();
  }
}

/** The size of a source. A file is a copy that Redline keeps, never a link. */
async function readSourceSize(source: ByteSource): Promise<number> {
  return 'bytes' in source ? source.bytes.length : (await lstat(fileURLToPath(source.uri))).size;
}

/** Whether a file is the one before an append, followed by a beginning of the appended bytes. */
async function isPartialAppend(handle: FileHandle, before: FileDigest, tail: Uint8Array): Promise<boolean> {
  const { size } = await handle.stat();
  if (size < before.size || !isPartialSize(size, before.size, before.size + tail.length)) return false;
  const added = await readPart(handle, before.size, size - before.size);
  if (Buffer.compare(added, tail.subarray(0, added.length)) !== 0) return false;
  return (await hashBeginning(handle, before.size)) === before.sha256;
}

/** SHA-256 of the first `length` bytes of a file. */
async function hashBeginning(handle: FileHandle, length: number): Promise<string> {
  const hash = createHash('sha256');
  let remaining = length;
  for await (const part of readParts(handle)) {
    hash.update(part.subarray(0, remaining));
    remaining -= Math.min(remaining, part.length);
    if (remaining === 0) break;
  }
  return hash.digest('hex');
}
