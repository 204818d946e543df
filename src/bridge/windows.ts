// Finds the windows that announced themselves, and chooses one for a working directory.
import { lstatSync, realpathSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { closedFile, readWindowEntry, windowsFor, type WindowEntry } from '../core/endpoint/windowEntry.ts';
import { namesIn, readTextOrEmpty } from './readFiles.ts';

/** A window, and the file that announced it. */
export interface FoundWindow extends WindowEntry {
  readonly file: string;
}

/** Why the announcements of windows cannot be trusted. */
export class UntrustedFolderError extends Error {
  override readonly name = 'UntrustedFolderError';
}

/** `~/.redline`, or what REDLINE_HOME names, as the launcher sets it. */
export function redlineHome(): string {
  return process.env['REDLINE_HOME'] ?? path.join(homedir(), '.redline');
}

/**
 * All windows of this machine that announced themselves, also those that are gone.
 * @throws UntrustedFolderError where others can write into the folder: an entry there could be anybody's.
 */
export function readWindows(home: string): FoundWindow[] {
  return readEntries(home, '.json');
}

/** How long a window that was closed is waited for, in milliseconds: it may be reloading. */
const reloadTime = 15_000;

/** Until when a window that had the folder `cwd` may come back, in milliseconds since 1970; 0 if none was just closed. */
export function reloadEnd(home: string, cwd: string): number {
  const closed = candidateWindows(readEntries(home, '.closed'), cwd);
  const times = closed.map(({ file }) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  // A time well to come is that of a clock that was set back since; file systems round times.
  const past = times.filter((time) => time <= Date.now() + 1000);
  return Math.max(0, ...past.map((time) => time + reloadTime));
}

function readEntries(home: string, ending: string): FoundWindow[] {
  const folder = path.join(home, 'windows');
  requirePrivateFolder(folder);
  return namesIn(folder)
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const entry = readWindowEntry(readTextOrEmpty(file));
      return entry?.host === hostname() ? [{ ...entry, file }] : [];
    });
}

function requirePrivateFolder(folder: string): void {
  if (process.getuid === undefined) return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  const isOthers = found.uid !== process.getuid() || (found.mode & 0o022) !== 0;
  if (isOthers) {
    throw new UntrustedFolderError(
      `Others can write to ${folder}, so Redline does not use it. Remove that folder, then reload the VS Code window.`,
    );
  }
}

/** Whether two windows have the same folders open, as one has before and after a reload. */
export function hasSameFolders(one: WindowEntry, other: WindowEntry): boolean {
  const keyOf = ({ folders }: WindowEntry): string => JSON.stringify(folders.map(({ real }) => real).toSorted());
  return keyOf(one) === keyOf(other);
}

/** The windows to try for an agent in `cwd`, the best first; those that take worktrees also by their main folder. */
export function candidateWindows(windows: readonly FoundWindow[], cwd: string): FoundWindow[] {
  const direct = windowsFor(windows, cwd);
  if (!windows.some(({ worktrees }) => worktrees)) return direct;
  const main = mainWorktree(cwd);
  if (main === undefined) return direct;
  const others = windows.filter((window) => window.worktrees && !direct.includes(window));
  return [...direct, ...windowsFor(others, main)];
}

/** The folder of the main worktree, where `cwd` is in a linked one (its `.git` is a file that names the repository). */
function mainWorktree(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const repository = repositoryOf(folder);
    if (repository !== undefined) return repository;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** The main worktree of a linked one; undefined unless its `.git` file and the repository's back link agree. */
function repositoryOf(folder: string): string | undefined {
  const link = path.join(folder, '.git');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > maxGitLink) return undefined;
  const named = /^gitdir: (.*[\\/]\.git[\\/]worktrees[\\/][^\\/\n]+)\s*$/.exec(readTextOrEmpty(link))?.[1];
  if (named === undefined) return undefined;
  const gitDir = path.resolve(folder, named);
  const backLink = readTextOrEmpty(path.join(gitDir, 'gitdir')).trim();
  return realPath(backLink) === realPath(link) ? realPath(path.resolve(gitDir, '../../..')) : undefined;
}

/** Bytes of a `.git` file that can be a link to a repository. */
const maxGitLink = 4096;

/** The canonical path, or the path itself where nothing is there. */
export function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** Connects to a window; undefined if nobody listens any more, which is then noted in its announcement. Rejects with the system's error. */
export function connectTo(window: FoundWindow): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    // `{ path }`, because `createConnection` takes a string of digits for a TCP port.
    const socket = createConnection({ path: window.socket });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT') return reject(error);
      markClosed(window);
      resolve(undefined);
    });
    socket.once('connect', () => resolve(socket));
  });
}

/** Its extension host was killed, and may be starting again: from now on it counts as closed. */
function markClosed({ file, socket }: FoundWindow): void {
  const isOurs = path.dirname(socket) === path.dirname(file) && socket.endsWith('.sock');
  try {
    const now = new Date();
    utimesSync(file, now, now);
    renameSync(file, closedFile(file));
    if (isOurs) rmSync(socket, { force: true });
  } catch {
    // Best effort: another bridge may do it later.
  }
}
