// Locks a store by a file, so that only one window at a time works on it.

import { randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { getErrorCode } from '../disk/errorCode.ts';
import { nodeProcesses } from '../disk/processes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { delay } from '../../async/eventLoop.ts';

const lockFile = 'lock';
const retryMs = 50;
/** Time of waiting after which a holder counts as hung, and its lock is taken over: 10 minutes. */
const maxHeldMs = 600_000;

/** Waits for the lock, and runs work under it. Takes over a lock whose process has ended or hangs. Not reentrant. */
export async function withLock<T>(storage: StorageFolder, work: () => Promise<T>): Promise<T> {
  const ownId = await createHolderId();
  await acquireLock(storage, ownId);
  try {
    return await work();
  } finally {
    await releaseLock(storage, ownId);
  }
}

/** `readProcessStart` of this process, read once, since the lock is taken at each scan. */
let ownStart: Promise<string> | undefined;

/** Creates the content of a lock file: lines of process name, random number and process start. Unique for each call. */
async function createHolderId(): Promise<Buffer> {
  ownStart ??= readProcessStart(String(process.pid));
  return Buffer.from(`${nodeProcesses.own}\n${randomBytes(8).toString('hex')}\n${await ownStart}`);
}

/** Creates the lock file; waits for its removal, or removes a stale one. */
async function acquireLock(storage: StorageFolder, ownId: Buffer): Promise<void> {
  // Counts pauses instead of comparing times: while the machine sleeps, the clock goes on, but the holder does not work.
  let waitedMs = 0;
  let lastText: string | undefined;
  while (!(await storage.claim(lockFile, ownId))) {
    // Undefined if the lock was released meanwhile; it is then claimed after a pause.
    const holderId = await storage.read(lockFile);
    const text = Buffer.from(holderId ?? []).toString();
    if (text !== lastText) waitedMs = 0;
    lastText = text;
    const [holderProcess = '', , holderStart = ''] = text.split('\n');
    const isGone = nodeProcesses.isGone(holderProcess) || (await isReused(holderProcess, holderStart));
    if (isGone || waitedMs > maxHeldMs) {
      await removeStaleLock(storage, holderId);
    } else {
      await delay(retryMs);
      waitedMs += retryMs;
    }
  }
}

/** Removes the lock, unless another window has taken it over. */
async function releaseLock(storage: StorageFolder, ownId: Buffer): Promise<void> {
  const holderId = await storage.readPart(lockFile, 0, ownId.length).catch((cause: unknown) => {
    // With too many open files, the lock cannot be read, and is assumed to be still this window's.
    if (getErrorCode(cause) === 'EMFILE' || getErrorCode(cause) === 'ENFILE') return ownId;
    throw cause;
  });
  if (holderId !== undefined && ownId.equals(holderId)) await storage.remove(lockFile);
}

/**
 * Whether the id of a process of this machine certainly belongs to another process now. Compares the starts, if both
 * are of ids in the same namespace.
 * @param name as `nodeProcesses.own`
 * @param start as `readProcessStart` returned it
 */
async function isReused(name: string, start: string): Promise<boolean> {
  const [pid = '', ...host] = name.split(' ');
  const isOnThisHost = nodeProcesses.own === [process.pid, ...host].join(' ');
  if (start === '' || !isOnThisHost) return false;
  const [startNow = '', ...namespaceNow] = (await readProcessStart(pid)).split(' ');
  const [startThen, ...namespaceThen] = start.split(' ');
  return startNow !== '' && startNow !== startThen && namespaceNow.join(' ') === namespaceThen.join(' ');
}

/** Index of the start among the fields of `/proc/<pid>/stat` after the name (proc_pid_stat(5)). */
const startField = 19;

/**
 * Start of a process, in clock ticks since the machine's start, with the namespace of the process id: containers of one
 * host name may share a store. `''` on systems other than Linux, which do not report it.
 */
async function readProcessStart(pid: string): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  const stat = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : '';
  // The name, in parentheses, may contain anything.
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[startField];
  return start === undefined || namespace === '' ? '' : `${start} ${namespace}`;
}

/** Removes a stale lock by rename, so that only one of two windows succeeds; puts back a lock that was new by then. */
async function removeStaleLock(storage: StorageFolder, staleId: Uint8Array | undefined): Promise<void> {
  const awayFile = `${lockFile}.${randomBytes(4).toString('hex')}`;
  await storage.rename(lockFile, awayFile);
  const removedId = await storage.read(awayFile);
  const wasNew = removedId !== undefined && staleId !== undefined && !Buffer.from(removedId).equals(staleId);
  if (wasNew) await storage.claim(lockFile, removedId);
  await storage.remove(awayFile);
}
