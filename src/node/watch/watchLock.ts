// Locks a store, so that one window at a time works on it.

import { randomBytes } from 'node:crypto';
import { nodeProcesses } from '../disk/processes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { delay } from '../../async/eventLoop.ts';

const lockFile = 'lock';
/** Milliseconds between two attempts, and until the lock of a live process counts as hung. */
const retryMs = 50;
const maxHeldMs = 600_000;

/** Runs work under the lock. Takes over a lock whose process has ended. */
export async function withLock<T>(storage: StorageFolder, work: () => Promise<T>): Promise<T> {
  const ownId = Buffer.from(nodeProcesses.own);
  const startedAt = Date.now();
  while (!(await storage.claim(lockFile, ownId))) {
    const holder = await storage.read(lockFile);
    const isAbandoned = holder !== undefined && nodeProcesses.isGone(Buffer.from(holder).toString());
    if (isAbandoned || Date.now() - startedAt > maxHeldMs) await takeOverLock(storage, holder);
    else await delay(retryMs);
  }
  try {
    return await work();
  } finally {
    await storage.remove(lockFile);
  }
}

/** Removes a stale lock by rename, so that only one of two windows succeeds; puts back a lock that was new by then. */
async function takeOverLock(storage: StorageFolder, expectedHolder: Uint8Array | undefined): Promise<void> {
  const awayFile = `${lockFile}.${randomBytes(4).toString('hex')}`;
  await storage.rename(lockFile, awayFile);
  const takenHolder = await storage.read(awayFile);
  if (takenHolder !== undefined && expectedHolder !== undefined && !Buffer.from(takenHolder).equals(expectedHolder))
    await storage.claim(lockFile, takenHolder);
  await storage.remove(awayFile);
}
