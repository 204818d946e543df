// Removes the entries and sockets that killed windows left in `~/.redline/windows`.
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { readWindowEntry } from '../../core/endpoint/windowEntry.ts';
import { markClosed } from './announcement.ts';
import { getFallbackFolder } from './socket.ts';

/** Match the file names of an entry or its draft, of a socket, and of the entry of a closed window. */
const entryName = /^[0-9a-f]{16}\.json(?:\.new)?$/;
const socketName = /^[0-9a-f]{16}\.sock$/;
const closedName = /^[0-9a-f]{16}\.closed$/;

/**
 * Minimum age, in milliseconds, of a removable file without a socket: an opening window creates its socket shortly
 * before it listens and announces itself.
 */
const minAgeMs = 60_000;
/** Milliseconds to wait for a socket to accept; a slower one counts as an open window. */
const connectTimeoutMs = 2000;

/**
 * Removes the entries, drafts and sockets of killed windows of this user and machine. Finds them by connecting to each
 * socket, since a process id may have been reused. Also removes the markers of closed windows once they are old.
 */
export async function removeStaleFiles(home: string): Promise<void> {
  const folder = path.join(home, 'windows');
  const [entries, sockets] = await Promise.all([listFiles(folder, entryName), listFiles(folder, socketName)]);
  await removeOldMarkers(folder);
  const isRemovedBySocket = await removeDeadEntries(entries);
  for (const file of [...sockets, ...(await listFiles(getFallbackFolder(), socketName))])
    if (await isDeadSocket(file, isRemovedBySocket.get(file))) await rm(file, { force: true });
}

async function removeOldMarkers(folder: string): Promise<void> {
  for (const file of await listFiles(folder, closedName)) {
    const stats = await statOwnFile(file);
    if (stats !== undefined && isOld(stats)) await rm(file, { force: true });
  }
}

/** Removes the entries and drafts of dead windows. Returns whether the one of a socket was removed, by its address. */
async function removeDeadEntries(files: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const isRemovedBySocket = new Map<string, boolean>();
  for (const file of files) {
    const entry = await readEntry(file);
    if (entry === undefined) continue;
    if (entry.isDead) {
      if (file.endsWith('.new')) await rm(file, { force: true });
      else markClosed(file);
    }
    isRemovedBySocket.set(entry.socket, entry.isDead);
  }
  return isRemovedBySocket;
}

async function listFiles(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => path.join(folder, name));
}

/** Reads a window's entry or draft: its socket, and whether the window is dead. Undefined for another user's file. */
async function readEntry(file: string): Promise<{ readonly socket: string; readonly isDead: boolean } | undefined> {
  const stats = await statOwnFile(file);
  if (stats?.isFile() !== true) return undefined;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const entry = readWindowEntry(text);
  // An incomplete draft has no address; other text may be an entry of a later version.
  const socket = file.replace(/\.json(?:\.new)?$/, '.sock');
  if (entry === undefined) return { socket, isDead: !text.endsWith('\n') && isOld(stats) };
  return { socket: entry.socket, isDead: entry.host === hostname() && (await isConnectionRefused(entry.socket)) };
}

/** @param isEntryRemoved whether the entry that named the socket was removed; undefined if there was none. */
async function isDeadSocket(file: string, isEntryRemoved: boolean | undefined): Promise<boolean> {
  const stats = await statOwnFile(file);
  if (stats?.isSocket() !== true || isEntryRemoved === false) return false;
  return (isEntryRemoved === true || isOld(stats)) && isConnectionRefused(file);
}

type Stats = Awaited<ReturnType<typeof lstat>>;

/** Stats of a file that this user owns; undefined if it is another user's or missing. */
async function statOwnFile(file: string): Promise<Stats | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  return process.getuid === undefined || stats?.uid === process.getuid() ? stats : undefined;
}

function isOld({ mtimeMs }: Stats): boolean {
  return Date.now() - Number(mtimeMs) > minAgeMs;
}

/** Whether nobody listens at an address. */
function isConnectionRefused(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    // `{ path }`, since `createConnection` takes a string of digits for a TCP port.
    const socket = createConnection({ path: address });
    const finish = (refused: boolean): void => {
      socket.destroy();
      resolve(refused);
    };
    socket.setTimeout(connectTimeoutMs, () => finish(false));
    socket.once('connect', () => finish(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => finish(code === 'ECONNREFUSED' || code === 'ENOENT'));
  });
}
