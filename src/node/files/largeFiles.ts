import { createHash } from 'node:crypto';
import { constants, fstatSync, lstatSync, unlinkSync, type BigIntStats } from 'node:fs';
import { lstat, mkdir, open, realpath, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPartialWrite, isPartialSize } from '../../core/journal/partialWrite.ts';
import type { LargeFiles, Source, Weight } from '../../tools/ports/diskPorts.ts';
import { copyTo, partsFrom, writeParts } from './copying.ts';
import { openRegular } from './openRegular.ts';
import { partsOf, readUpTo, weigh, weighOpen } from './weighing.ts';
import { keepMode, requireWritable } from './atomicFiles.ts';

const { O_RDONLY, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Files of any size on the local disk, in bounded memory; as `nodeWholeFiles` writes those that are held whole. */
export const nodeLargeFiles: LargeFiles = {
  weigh: (uri) => weigh(fileURLToPath(uri)),
  weighWith: (uri, tail) => within(uri, (handle) => weighWith(handle, tail)),
  part: (uri, from, length) => within(uri, (handle) => partOf(handle, from, length)),
  create,
  rewrite,
  remove,
  isPartial: (uri, before, after) => within(uri, (handle) => isPartialFile(handle, before, after)),
  isCutOff: (uri, before, tail) => within(uri, (handle) => isCutOff(handle, before, tail)),
};

async function within<T>(uri: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const { handle } = await openRegular(fileURLToPath(uri));
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function weighWith(handle: FileHandle, tail: Uint8Array) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of partsOf(handle)) {
    hash.update(part);
    size += part.length;
  }
  const before = { size, sha256: hash.copy().digest('hex') };
  for await (const part of partsFrom({ bytes: tail })) hash.update(part);
  return { before, after: { size: size + tail.length, sha256: hash.digest('hex') } };
}

async function partOf(handle: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await readUpTo(handle, bytes, from));
}

async function create(uri: string, source: Source, weight: Weight): Promise<void> {
  const file = fileURLToPath(uri);
  await mkdir(path.dirname(file), { recursive: true });
  let isOurs = false;
  try {
    const written = await copyTo(file, source).catch((cause: unknown) => {
      isOurs = !(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST');
      throw cause;
    });
    isOurs = true;
    if (written.sha256 !== weight.sha256) throw new Error('What was to be copied changed meanwhile, or is damaged.');
  } catch (cause) {
    if (isOurs) await unlink(file).catch(() => undefined);
    throw cause;
  }
}

async function rewrite(uri: string, before: Weight, from: number, source: Source): Promise<boolean> {
  const file = await realpath(fileURLToPath(uri));
  const handle = await open(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  const parts = partsFrom(source);
  try {
    const found = await handle.stat({ bigint: true });
    requireWritable(found);
    const first = (await parts.next()).value ?? new Uint8Array();
    if (!(await isOne(handle, found, before)) || !isSame(file, found, handle.fd)) return false;
    await writeFrom(handle, before.size, from, first, parts);
    keepMode(handle.fd, found);
    return true;
  } finally {
    await parts.return();
    await handle.close();
  }
}

async function writeFrom(
  handle: FileHandle,
  size: number,
  from: number,
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, void>,
): Promise<void> {
  try {
    const end = await writeParts(handle, from, first, rest);
    if (fstatSync(handle.fd).size !== Math.max(size, end)) throw new Error('Another program wrote to the file.');
    await handle.truncate(end);
  } catch (cause) {
    // Behind the end nothing of before was written over.
    if (from === size && first.length > 0) await handle.truncate(size).catch(() => undefined);
    throw cause;
  }
}

async function remove(uri: string, before: Weight): Promise<boolean> {
  const file = fileURLToPath(uri);
  const found = await lstat(file, { bigint: true });
  if (!found.isFile()) return false;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!(await isOne(handle, found, before)) || !isSame(file, found, handle.fd)) return false;
    unlinkSync(file);
    return true;
  } finally {
    await handle.close();
  }
}

async function isOne(handle: FileHandle, found: BigIntStats, { size, sha256 }: Weight): Promise<boolean> {
  return found.isFile() && found.size === BigInt(size) && (await weighOpen(handle)).sha256 === sha256;
}

/** Whether an open file still is the one at its path, and has the times that it had before it was weighed. */
function isSame(file: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats, fd: number): boolean {
  const now = fstatSync(fd, { bigint: true });
  const there = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  const isThere = there?.ino === ino && there.dev === dev;
  return isThere && now.size === size && now.mtimeNs === mtimeNs && now.ctimeNs === ctimeNs;
}

/** Part by part, since `isPartialWrite` looks at each page by itself. */
async function isPartialFile(handle: FileHandle, before: Source, after: Source): Promise<boolean> {
  const [{ size }, least, most] = await Promise.all([handle.stat(), sizeOf(before), sizeOf(after)]);
  if (!isPartialSize(size, least, most)) return false;
  const sides = [partsFrom(before), partsFrom(after)] as const;
  try {
    for await (const found of partsOf(handle)) {
      const [old, fresh] = await Promise.all(
        sides.map(async (parts) => (await parts.next()).value ?? new Uint8Array()),
      );
      if (old === undefined || fresh === undefined || !isPartialWrite(found, old, fresh)) return false;
    }
    return true;
  } finally {
    for (const parts of sides) await parts.return();
  }
}

async function sizeOf(source: Source): Promise<number> {
  return 'bytes' in source ? source.bytes.length : (await lstat(fileURLToPath(source.uri))).size;
}

async function isCutOff(handle: FileHandle, before: Weight, tail: Uint8Array): Promise<boolean> {
  const { size } = await handle.stat();
  if (size < before.size || !isPartialSize(size, before.size, before.size + tail.length)) return false;
  const added = await partOf(handle, before.size, size - before.size);
  if (Buffer.compare(added, tail.subarray(0, added.length)) !== 0) return false;
  const hash = createHash('sha256');
  let left = before.size;
  for await (const part of partsOf(handle)) {
    hash.update(part.subarray(0, left));
    left -= Math.min(left, part.length);
    if (left === 0) break;
  }
  return hash.digest('hex') === before.sha256;
}
