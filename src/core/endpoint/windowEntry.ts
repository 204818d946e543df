// Defines the file by which a window announces itself to bridges, and ranks windows for a folder.
import { parseFields } from './parseJson.ts';

/**
 * Content of `~/.redline/windows/<id>.json` (UTF-8 JSON), by which a bridge finds a window: its socket, its folders,
 * and the token that proves that the connecting process could read this file.
 */
export interface WindowEntry {
  /** Path of a Unix socket, or name of a Windows pipe. */
  readonly socket: string;
  /** Host name at the last announcement: a home folder on a network disk may contain windows of several machines. */
  readonly host: string;
  readonly token: string;
  readonly folders: readonly WindowFolder[];
  /** Version of the extension. */
  readonly version: string;
  /** Time of the window's last focus, in milliseconds since 1970. */
  readonly focusedAt: number;
  /** Whether the window also serves agents in linked git worktrees of its folders. Older versions omit it: false. */
  readonly worktrees: boolean;
}

/** The path to which a window's file is renamed when the window closes; its mtime is the closing time. */
export function closedFile(entryFile: string): string {
  return entryFile.replace(/\.json$/, '.closed');
}

/** A workspace folder: its path as opened, and its canonical path. Both absolute. */
export interface WindowFolder {
  readonly path: string;
  readonly real: string;
  /** From `folderId`; absent for a missing folder, and from older versions. */
  readonly id?: string | undefined;
}

/** Identifies a folder on this machine, also where a container mounts it at another path. May change at a restart. */
export function folderId({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev}:${ino}`;
}

/** Parses a `WindowEntry`; undefined if it is invalid. */
export function readWindowEntry(text: string): WindowEntry | undefined {
  const fields = parseFields(text);
  if (fields === undefined) return undefined;
  const { socket, host, token, folders, version, focusedAt, worktrees } = fields;
  if (typeof socket !== 'string' || typeof host !== 'string') return undefined;
  if (typeof token !== 'string' || typeof version !== 'string') return undefined;
  if (typeof focusedAt !== 'number' || !Array.isArray(folders) || !folders.every(isFolder)) return undefined;
  return { socket, host, token, folders, version, focusedAt, worktrees: worktrees === true };
}

function isFolder(value: unknown): value is WindowFolder {
  if (typeof value !== 'object' || value === null) return false;
  const { path, real, id }: Partial<Record<string, unknown>> = { ...value };
  return typeof path === 'string' && typeof real === 'string' && (id === undefined || typeof id === 'string');
}

/**
 * Selects the windows that have a folder at or above `cwd`, best first: by the deepest folder, then by the last focus.
 *
 * @param cwd canonical path of the agent's working directory
 */
export function rankWindows<W extends WindowEntry>(windows: readonly W[], cwd: string): W[] {
  const rankedWindows = windows.map((window) => ({ window, depth: depthOf(window, cwd) }));
  return rankedWindows
    .filter(({ depth }) => depth >= 0)
    .sort((a, b) => b.depth - a.depth || b.window.focusedAt - a.window.focusedAt)
    .map(({ window }) => window);
}

/**
 * Length of the window's longest folder path that contains `cwd`, and so of its deepest folder; -1 if no folder
 * contains `cwd`.
 */
function depthOf({ folders }: WindowEntry, cwd: string): number {
  const containingFolders = folders
    .flatMap(({ path, real }) => [path, real])
    .filter((folder) => containsFolder(folder, cwd));
  return Math.max(-1, ...containingFolders.map((folder) => folder.length));
}

function containsFolder(folder: string, cwd: string): boolean {
  // Empty for `/`.
  const root = folder.replace(/[\\/]+$/, '');
  return cwd === root || cwd === folder || cwd.startsWith(`${root}/`) || cwd.startsWith(`${root}\\`);
}
