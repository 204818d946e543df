// Locks a store, so that one window at a time works on it.

import { randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { getErrorCode } from '../disk/errorCode.ts';
import { nodeProcesses } from '../disk/processes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { delay } from '../../async/eventLoop.ts';

const lockFile = 'lock';
/** Milliseconds between two attempts, and of waiting until the lock of a live process counts as hung. */
const retryMs = 50;
const maxHeldMs = 600_000;

/** `startOf` of this process, read once, since the lock is taken at each scan. */
let ownStart: Promise<string> | undefined;

/** Runs work under the lock. Takes over a lock whose process has ended. */
export async function withLock<T>(storage: StorageFolder, work: () => Promise<T>): Promise<T> {
  ownStart ??= startOf(String(process.pid));
  const ownId = Buffer.from(`${nodeProcesses.own}\n${randomBytes(8).toString('hex')}\n${await ownStart}`);
  // Counts the waiting for one holder, since while the machine sleeps the clock goes on and the holder does not.
  let waitedMs = 0;
  let lastId: string | undefined;
  while (!(await storage.claim(lockFile, ownId))) {
    const holder = await storage.read(lockFile);
    const id = Buffer.from(holder ?? []).toString();
    if (id !== lastId) waitedMs = 0;
    lastId = id;
    const [holderProcess = '', , holderStart = ''] = id.split('\n');
    const isGone = nodeProcesses.isGone(holderProcess) || (await isReused(holderProcess, holderStart));
    if (isGone || waitedMs > maxHeldMs) {
      await takeOverLock(storage, holder);
    } else {
      await delay(retryMs);
      waitedMs += retryMs;
    }
  }
  try {
    return await work();
  } finally {
    // Another window may have taken the lock over. If it cannot be read (EMFILE), it is assumed to be still this one's.
    const holder = await storage.readPart(lockFile, 0, ownId.length).catch((cause: unknown) => {
      if (getErrorCode(cause) === 'EMFILE' || getErrorCode(cause) === 'ENFILE') return ownId;
      throw cause;
    });
    if (holder !== undefined && ownId.equals(holder)) await storage.remove(lockFile);
  }
}

/**
 * Whether the id of a process of this machine certainly belongs to another process by now.
 * @param name as `nodeProcesses.own`
 * @param start as `startOf` returned it
 */
async function isReused(name: string, start: string): Promise<boolean> {
  const [pid = '', ...host] = name.split(' ');
  if (start === '' || nodeProcesses.own !== [process.pid, ...host].join(' ')) return false;
  const [startNow = '', ...namespaceNow] = (await startOf(pid)).split(' ');
  const [startThen, ...namespaceThen] = start.split(' ');
  return startNow !== '' && startNow !== startThen && namespaceNow.join(' ') === namespaceThen.join(' ');
}

/**
 * Start of a process, in clock ticks since that of the machine, with the namespace of its id: containers of one host
 * name may share a store. `''` if the system does not tell: only Linux does.
 */
async function startOf(pid: string): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  const stat = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : '';
  // The name, in parentheses, may contain anything. The start is the 20th field behind it (proc_pid_stat(5)).
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return start === undefined || namespace === '' ? '' : `${start} ${namespace}`;
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
