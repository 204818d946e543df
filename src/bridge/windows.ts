// Reads the announcements of windows (`~/.redline/windows/*.json`), and ranks the windows for a working directory.
import { renameSync, rmSync, statSync, utimesSync, type Stats, lstatSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { resolveRedlineHome } from '../core/endpoint/redlineHome.ts';
import { closedFile, folderId, rankWindows, readWindowEntry, type WindowEntry } from '../core/endpoint/windowEntry.ts';
import { listNames, readTextOrEmpty, statOrUndefined, realPath } from './readFiles.ts';

/** Maximum bytes of a `.git` file that can be a link to a repository. */
const maxGitLinkBytes = 4096;

/** Time in milliseconds for which a closed window may be reloading. After a lost connection: `reconnectTimeoutMs`. */
const reloadTimeoutMs = 15_000;
/** Maximum error in milliseconds of a file's time, which file systems round. */
const maxRoundingMs = 1000;

/** A window, as announced. */
export interface FoundWindow extends WindowEntry {
  /** Absolute path of the file that announced it. */
  readonly file: string;
}

/** Thrown if the announcements cannot be trusted. The message is for the user; `main.ts` recognizes it by the name. */
export class UntrustedFolderError extends Error {
  override readonly name = 'UntrustedFolderError';
}

/** `~/.redline`, or the folder in REDLINE_HOME, which the launcher sets. */
export function redlineHome(): string {
  return resolveRedlineHome(process.env['REDLINE_HOME'], path.join(homedir(), '.redline'), (file) =>
    path.isAbsolute(file),
  );
}

/**
 * Reads all announcements of windows, including windows that are gone, and windows of other machines with the same
 * home.
 * @throws UntrustedFolderError if other users can write into the folder, and so announce windows of their own
 */
export function readWindows(home: string): FoundWindow[] {
  return readEntries(home, '.json');
}

/**
 * Windows of this machine to try for an agent in `cwd`, best first. Windows that serve worktrees also match by the main
 * worktree. Ranks before the check of the host, so that no folder of an unrelated window is accessed.
 */
export function findCandidateWindows(windows: readonly FoundWindow[], cwd: string): FoundWindow[] {
  return rankByFolder(windows, cwd).filter(mayBeOnThisHost);
}

function rankByFolder(windows: readonly FoundWindow[], cwd: string): FoundWindow[] {
  const directWindows = rankWindows(windows, cwd);
  if (!windows.some(({ worktrees }) => worktrees)) return directWindows;
  const mainFolder = findMainWorktree(cwd);
  if (mainFolder === undefined) return directWindows;
  const worktreeWindows = windows.filter((window) => window.worktrees && !directWindows.includes(window));
  return [...directWindows, ...rankWindows(worktreeWindows, mainFolder)];
}

/**
 * Whether a window may be on this machine. For another host name, compares the ids of its folders, which may block on a
 * network disk.
 */
export function mayBeOnThisHost(window: WindowEntry): boolean {
  return isOfThisHost(window) || mayBeRenamed(window);
}

/** Whether a window was announced under the host name that this machine has now. */
export function isOfThisHost({ host }: WindowEntry): boolean {
  return host === hostname();
}

/**
 * Whether an entry with another host name may be from this machine, before it was renamed. Then only this user can
 * listen on its socket, and its folders have the same device and inode here, unlike on another machine or container
 * with the same home. Ignores missing folders, but needs at least one that exists.
 */
function mayBeRenamed({ socket, folders }: WindowEntry): boolean {
  if (!isOwnFolder(path.dirname(socket))) return false;
  const idMatches = folders.flatMap(({ path: folder, id }) => {
    const idHere = findFolderId(folder);
    return idHere === undefined ? [] : [idHere === id];
  });
  return idMatches.length > 0 && idMatches.every(Boolean);
}

/** Device and inode of a folder; undefined if it is missing or inaccessible. */
function findFolderId(folder: string): string | undefined {
  try {
    const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
    return stats && folderId(stats);
  } catch {
    return undefined;
  }
}

/**
 * The time until which a closed window that had the folder `cwd` may return, in milliseconds since 1970; 0 without one.
 */
export function getReloadDeadline(home: string, cwd: string): number {
  const closedWindows = findCandidateWindows(readEntries(home, '.closed'), cwd);
  const times = closedWindows.map(({ file }) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  // Ignores times in the future, from a clock that was set back since.
  const plausibleTimes = times.filter((time) => time <= Date.now() + maxRoundingMs);
  return Math.max(0, ...plausibleTimes.map((time) => time + reloadTimeoutMs));
}

function readEntries(home: string, ending: string): FoundWindow[] {
  const folder = path.join(home, 'windows');
  requirePrivateFolder(folder);
  return listNames(folder)
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const entry = readWindowEntry(readTextOrEmpty(file));
      return entry === undefined ? [] : [{ ...entry, file }];
    });
}

function requirePrivateFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats !== undefined && !isOwn(stats)) {
    throw new UntrustedFolderError(
      `Others can write to ${folder}, so Redline does not use it. Remove that folder, then reload the VS Code window.`,
    );
  }
}

/** Whether a folder is this user's, and others cannot write to it; on Windows, always. */
function isOwnFolder(folder: string): boolean {
  if (process.getuid === undefined) return true;
  const stats = statOrUndefined(folder);
  return stats !== undefined && isOwn(stats);
}

const othersWriteBits = 0o022;

/** Whether the `stat` of a folder meets the condition of `isOwnFolder`. */
function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & othersWriteBits) === 0);
}

/** Whether two windows have the same folders open, as before and after a reload. */
export function hasSameFolders(window: WindowEntry, otherWindow: WindowEntry): boolean {
  const keyOf = ({ folders }: WindowEntry): string => JSON.stringify(folders.map(({ real }) => real).toSorted());
  return keyOf(window) === keyOf(otherWindow);
}

/** Marks a window as closed, from now on: its extension host was killed, and may be restarting. */
export function markClosed({ file, socket }: FoundWindow): void {
  // Deletes only a socket beside the announcement, whatever path an entry names.
  const isOwnSocket = path.dirname(socket) === path.dirname(file) && socket.endsWith('.sock');
  try {
    // The time of the file is the time of the closing, for `getReloadDeadline`.
    const now = new Date();
    utimesSync(file, now, now);
    renameSync(file, closedFile(file));
    if (isOwnSocket) rmSync(socket, { force: true });
  } catch {
    // Best effort: another bridge may do it later.
  }
}

/**
 * Folder of the main worktree if `cwd` is in a linked one, whose `.git` is a file with the path of the repository;
 * undefined otherwise.
 */
function findMainWorktree(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const mainFolder = resolveLinkedWorktree(folder);
    if (mainFolder !== undefined) return mainFolder;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** Main worktree of a linked one; undefined unless its `.git` file and the repository's back link agree. */
function resolveLinkedWorktree(folder: string): string | undefined {
  const link = path.join(folder, '.git');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > maxGitLinkBytes) return undefined;
  const gitDirText = /^gitdir: (.*[\\/]\.git[\\/]worktrees[\\/][^\\/\n]+)\s*$/.exec(readTextOrEmpty(link))?.[1];
  if (gitDirText === undefined) return undefined;
  const gitDir = path.resolve(folder, gitDirText);
  // Starts from the folder of the file that contains it, if git writes relative links.
  const backLink = path.resolve(gitDir, readTextOrEmpty(path.join(gitDir, 'gitdir')).trim());
  return realPath(backLink) === realPath(link) ? realPath(path.resolve(gitDir, '../../..')) : undefined;
}
