import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Weight } from '../../tools/ports/diskPorts.ts';
import { clockStep } from '../disk/clockStep.ts';
import { openRegular, versionOf } from './openRegular.ts';

/** Bytes read, hashed and written at a time: few milliseconds' work. A multiple of what `isPartial` takes for a page. */
export const step = 1024 * 1024;
/** Files whose hash is remembered. */
const maxKnown = 64;

/** Hashes of versions of files that were hashed lately: a call asks for them several times. */
const known = new Map<string, string>();

/** The size of a regular file and the hash of its bytes, which are read in parts. Throws as `openRegular` does. */
export async function weigh(file: string): Promise<Weight> {
  const { handle } = await openRegular(file);
  try {
    return await weighOpen(handle);
  } finally {
    await handle.close();
  }
}

/** The same of an open file. */
export async function weighOpen(handle: FileHandle): Promise<Weight> {
  const begun = Date.now();
  const stats = await handle.stat({ bigint: true });
  const version = versionOf(stats);
  const sha256 = known.get(version) ?? (await hashOf(handle));
  if (isSettled(stats, begun) && versionOf(await handle.stat({ bigint: true })) === version) remember(version, sha256);
  return { size: Number(stats.size), sha256 };
}

/** Whether nobody can have written to a file since it was looked at without its times telling, by any disk's clock. */
function isSettled({ ctimeMs }: BigIntStats, at: number): boolean {
  return Number(ctimeMs) < at - clockStep;
}

function remember(version: string, sha256: string): void {
  known.delete(version);
  known.set(version, sha256);
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(handle)) hash.update(part);
  return hash.digest('hex');
}

/** The bytes of an open file, one part after the other; each holds only until the next. */
export async function* partsOf(handle: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.allocUnsafe(step);
  for (let at = 0; ;) {
    const size = await readUpTo(handle, buffer, at);
    if (size === 0) return;
    yield buffer.subarray(0, size);
    at += size;
  }
}

/** Fills a buffer from a place of a file on, as far as the file goes. */
export async function readUpTo(handle: FileHandle, buffer: Uint8Array, from: number): Promise<number> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}
