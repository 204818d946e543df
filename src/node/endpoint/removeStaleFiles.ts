// Removes the entries and sockets that killed windows left in `~/.redline/windows`.
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { readWindowEntry } from '../../core/endpoint/windowEntry.ts';
import { markClosed } from './announcement.ts';
import { getFallbackFolder } from './socket.ts';

/** The file names of an entry or its draft, of a socket, and of the renamed entry of a closed window. */
const entryPattern = /^[0-9a-f]{16}\.json(?:\.new)?$/;
const socketPattern = /^[0-9a-f]{16}\.sock$/;
const closedPattern = /^[0-9a-f]{16}\.closed$/;

/**
 * Minimum age in milliseconds of a file to remove although no entry names its window as dead. An opening window creates
 * its socket and draft shortly before it announces itself; hooks wait for the return of a closed window.
 */
const minAgeMs = 60_000;
/** Milliseconds to wait for a socket to accept; a slower one counts as an open window. */
const connectTimeoutMs = 2000;

/**
 * Removes the entries, drafts and sockets of killed windows of this user and machine. Finds them by connecting to each
 * socket, since a process id may have been reused. Also removes old renamed entries of closed windows.
 */
export async function removeStaleFiles(home: string): Promise<void> {
  const folder = path.join(home, 'windows');
  const [entries, sockets] = await Promise.all([listFiles(folder, entryPattern), listFiles(folder, socketPattern)]);
  await removeOldClosedEntries(folder);
  const isDeadBySocket = await removeDeadEntries(entries);
  for (const file of [...sockets, ...(await listFiles(getFallbackFolder(), socketPattern))])
    if (await isDeadSocket(file, isDeadBySocket.get(file))) await rm(file, { force: true });
}

async function removeOldClosedEntries(folder: string): Promise<void> {
  for (const file of await listFiles(folder, closedPattern)) {
    const stats = await statOwnFile(file);
    if (stats !== undefined && isOld(stats)) await rm(file, { force: true });
  }
}

/** Marks entries of dead windows as closed, and removes their drafts. Returns whether each is dead, by its socket. */
async function removeDeadEntries(files: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const isDeadBySocket = new Map<string, boolean>();
  for (const file of files) {
    const entry = await readEntry(file);
    if (entry === undefined) continue;
    if (entry.isDead) {
      if (file.endsWith('.new')) await rm(file, { force: true });
      else markClosed(file);
    }
    isDeadBySocket.set(entry.socket, entry.isDead);
  }
  return isDeadBySocket;
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

/** @param isEntryDead whether the entry that names the socket was of a dead window; undefined if no entry names it */
async function isDeadSocket(file: string, isEntryDead: boolean | undefined): Promise<boolean> {
  const stats = await statOwnFile(file);
  if (stats?.isSocket() !== true || isEntryDead === false) return false;
  return (isEntryDead === true || isOld(stats)) && isConnectionRefused(file);
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

/** Whether nobody listens at a socket's address, or no socket is there. */
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
