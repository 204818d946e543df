// Locks a store, so that one window at a time works on it.

import { randomBytes } from 'node:crypto';
import { nodeProcesses } from '../disk/processes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { delay } from '../../async/eventLoop.ts';

const file = 'lock';
/** Milliseconds between two attempts, and until the lock of a live process counts as hung. */
const retry = 50;
const maxHeld = 600_000;

/** Runs work under the lock. Takes over a lock whose process has ended. */
export async function withLock<T>(storage: StorageFolder, work: () => Promise<T>): Promise<T> {
  const ownId = Buffer.from(nodeProcesses.own);
  const since = Date.now();
  while (!(await storage.claim(file, ownId))) {
    const holder = await storage.read(file);
    const isLeft = holder !== undefined && nodeProcesses.isGone(Buffer.from(holder).toString());
    if (isLeft || Date.now() - since > maxHeld) await takeAway(storage, holder);
    else await delay(retry);
  }
  try {
    return await work();
  } finally {
    await storage.remove(file);
  }
}

/** Removes a stale lock by rename, so that only one of two windows succeeds; puts back a lock that was new by then. */
async function takeAway(storage: StorageFolder, holder: Uint8Array | undefined): Promise<void> {
  const away = `${file}.${randomBytes(4).toString('hex')}`;
  await storage.rename(file, away);
  const taken = await storage.read(away);
  if (taken !== undefined && holder !== undefined && !Buffer.from(taken).equals(holder))
    await storage.claim(file, taken);
  await storage.remove(away);
}
