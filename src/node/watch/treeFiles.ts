// Flushes the stored files of a working tree, and tells whether they are whole.

import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { isFulfilled } from '../disk/errorCode.ts';
import { partBytes } from '../files/digest.ts';
import { flushFiles, flushFolders } from '../files/flush.ts';

/** Writes what is stored under a name to the device. @param base absolute path without extension */
export async function flushTreeFiles(base: string): Promise<void> {
  await flushFiles(['index', 'rules', 'unindexed'].map((end) => `${base}.${end}`));
  await flushFolders([path.dirname(base)]);
}

/** Whether a scan can go on from what is stored under a name. @param algorithm of the index's checksum */
export async function areTreeFilesIntact(base: string, algorithm: 'sha1' | 'sha256'): Promise<boolean> {
  const index = await readFile(`${base}.index`).catch(() => undefined);
  if (index === undefined || !(await runYielding(hasValidChecksum(index, algorithm)))) return false;
  return isFulfilled(access(`${base}.rules`));
}

/** An index ends with the checksum of the rest. Git itself does not verify it. */
function* hasValidChecksum(index: Buffer, algorithm: 'sha1' | 'sha256'): Yielding<boolean> {
  const hash = createHash(algorithm);
  const end = index.length - (algorithm === 'sha1' ? 20 : 32);
  for (let at = 0; at < end; at += partBytes) {
    hash.update(index.subarray(at, Math.min(end, at + partBytes)));
    yield;
  }
  return end > 0 && hash.digest().equals(index.subarray(end));
}
