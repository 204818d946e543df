import { readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { readWindowEntry, windowsFor, type WindowEntry } from '../core/endpoint/windowEntry.ts';

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
 * All windows that announced themselves, also those that are gone.
 * @throws UntrustedFolderError where others can write into the folder: an entry there could be anybody's.
 */
export function readWindows(home: string): FoundWindow[] {
  const folder = path.join(home, 'windows');
  requireOwn(folder);
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const entry = readWindowEntry(textOf(file));
      return entry === undefined ? [] : [{ ...entry, file }];
    });
}

function requireOwn(folder: string): void {
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Withdrawn since the folder was listed.
    return '';
  }
}

/** The windows to try for an agent in `cwd`, the best first; those that take worktrees also by their main folder. */
export function candidates(windows: readonly FoundWindow[], cwd: string): FoundWindow[] {
  const direct = windowsFor(windows, cwd);
  const main = mainWorktree(cwd);
  if (main === undefined) return direct;
  const others = windows.filter((window) => window.worktrees && !direct.includes(window));
  return [...direct, ...windowsFor(others, main)];
}

/** The folder of the main worktree, where `cwd` is in a linked one (its `.git` is a file that names the repository). */
function mainWorktree(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const text = textOf(path.join(folder, '.git'));
    const repository = /^gitdir: (.*)[\\/]\.git[\\/]worktrees[\\/][^\\/]+\s*$/.exec(text)?.[1];
    if (repository !== undefined) return realPath(path.resolve(folder, repository));
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** The canonical path, or the path itself where nothing is there. */
export function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** Connects to a window. Where nobody listens any more, removes its announcement. Undefined where it cannot be reached. */
export function connectTo(window: FoundWindow): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(window.socket);
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') removeDead(window);
      resolve(undefined);
    });
    socket.once('connect', () => resolve(socket));
  });
}

function removeDead({ file, socket }: FoundWindow): void {
  for (const each of [file, ...(socket === file.replace(/\.json$/, '.sock') ? [socket] : [])]) {
    try {
      rmSync(each, { force: true });
    } catch {
      // Another bridge, or nobody, will.
    }
  }
}
