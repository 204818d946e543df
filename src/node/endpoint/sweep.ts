// Removes what windows that were killed left behind.
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { readWindowEntry } from '../../core/endpoint/windowEntry.ts';
import { markClosed } from './announcement.ts';
import { shortFolder } from './socket.ts';

/** The names that windows write. */
const entryName = /^[0-9a-f]{16}\.json(?:\.new)?$/;
const socketName = /^[0-9a-f]{16}\.sock$/;
const closedName = /^[0-9a-f]{16}\.closed$/;

/**
 * Minimum age, in milliseconds, of a file to remove if it does not name its window's socket: a window that is opening binds
 * its socket shortly before it listens and announces itself.
 */
const minAge = 60_000;
/** Milliseconds to wait for a socket to accept; one that is slow counts as an open window. */
const connectTimeout = 2000;

/**
 * Removes the entries, drafts and sockets of killed windows of this user and machine. Finds them by connecting to each
 * socket, since a process id may have been reused. Also removes the markers of closed windows once they are old.
 */
export async function sweep(home: string): Promise<void> {
  const folder = path.join(home, 'windows');
  const [entries, sockets] = await Promise.all([filesIn(folder, entryName), filesIn(folder, socketName)]);
  for (const file of await filesIn(folder, closedName)) {
    const stats = await ownStats(file);
    if (stats !== undefined && isOld(stats)) await rm(file, { force: true });
  }
  /** By the address of a socket: whether the entry that names it was removed. */
  const removedBySocket = new Map<string, boolean>();
  for (const file of entries) {
    const entry = await readEntry(file);
    if (entry === undefined) continue;
    if (entry.isDead) {
      if (file.endsWith('.new')) await rm(file, { force: true });
      else markClosed(file);
    }
    removedBySocket.set(entry.socket, entry.isDead);
  }
  for (const file of [...sockets, ...(await filesIn(shortFolder(), socketName))])
    if (await isDeadSocket(file, removedBySocket.get(file))) await rm(file, { force: true });
}

async function filesIn(folder: string, form: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => form.test(name)).map((name) => path.join(folder, name));
}

/** Where the window of an entry or a draft listens, and whether it is gone. Undefined for a file of somebody else. */
async function readEntry(file: string): Promise<{ readonly socket: string; readonly isDead: boolean } | undefined> {
  const stats = await ownStats(file);
  if (stats?.isFile() !== true) return undefined;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const entry = readWindowEntry(text);
  // A draft that was cut off tells nothing; other text may be an entry of a later version.
  const socket = file.replace(/\.json(?:\.new)?$/, '.sock');
  if (entry === undefined) return { socket, isDead: !text.endsWith('\n') && isOld(stats) };
  return { socket: entry.socket, isDead: entry.host === hostname() && (await isRefused(entry.socket)) };
}

/** @param isEntryRemoved whether the entry that named the socket was removed; undefined if there was none. */
async function isDeadSocket(file: string, isEntryRemoved: boolean | undefined): Promise<boolean> {
  const stats = await ownStats(file);
  if (stats?.isSocket() !== true || isEntryRemoved === false) return false;
  return (isEntryRemoved === true || isOld(stats)) && isRefused(file);
}

type Stats = Awaited<ReturnType<typeof lstat>>;

/** Undefined for what is another user's, or gone. */
async function ownStats(file: string): Promise<Stats | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  return process.getuid === undefined || stats?.uid === process.getuid() ? stats : undefined;
}

function isOld({ mtimeMs }: Stats): boolean {
  return Date.now() - Number(mtimeMs) > minAge;
}

/** Whether nobody listens at an address. */
function isRefused(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    // `{ path }`, because `createConnection` takes a string of digits for a TCP port.
    const socket = createConnection({ path: address });
    const end = (refused: boolean): void => {
      socket.destroy();
      resolve(refused);
    };
    socket.setTimeout(connectTimeout, () => end(false));
    socket.once('connect', () => end(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED' || code === 'ENOENT'));
  });
}
