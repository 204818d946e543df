// The file by which a window announces itself, and which windows fit a folder.
import { parseFields } from './parseJson.ts';

/**
 * What a window writes to `~/.redline/windows/<id>.json` (UTF-8 JSON), so that a bridge finds it: where it listens, which
 * folders it has open, and the token that proves that the dialler could read this file.
 */
export interface WindowEntry {
  /** The path of a Unix socket, or the name of a Windows pipe. */
  readonly socket: string;
  /** The name of the machine: a home on a network disk may have windows of several. */
  readonly host: string;
  readonly token: string;
  readonly folders: readonly WindowFolder[];
  /** The version of the extension. */
  readonly version: string;
  /** When the window last had the focus, in milliseconds since 1970. */
  readonly focusedAt: number;
  /** Whether agents in a linked git worktree of one of the folders belong to this window, too. */
  readonly worktrees: boolean;
}

/** What the file of a window becomes when the window closes, with that time as its time. */
export function closedFile(file: string): string {
  return file.replace(/\.json$/, '.closed');
}

/** A workspace folder, as it was opened and with every symbolic link resolved. Absolute paths of the machine. */
export interface WindowFolder {
  readonly path: string;
  readonly real: string;
}

/** Reads the text of such a file; undefined for anything else. */
export function readWindowEntry(text: string): WindowEntry | undefined {
  const fields = parseFields(text);
  if (fields === undefined) return undefined;
  const { socket, host, token, folders, version, focusedAt, worktrees } = fields;
  if (
    typeof socket !== 'string' ||
    typeof host !== 'string' ||
    typeof token !== 'string' ||
    typeof version !== 'string'
  )
    return undefined;
  if (typeof focusedAt !== 'number' || !Array.isArray(folders) || !folders.every(isFolder)) return undefined;
  return { socket, host, token, folders, version, focusedAt, worktrees: worktrees === true };
}

function isFolder(value: unknown): value is WindowFolder {
  if (typeof value !== 'object' || value === null) return false;
  const { path, real }: Partial<Record<string, unknown>> = { ...value };
  return typeof path === 'string' && typeof real === 'string';
}

/**
 * Sorts the windows that have a folder at or above `cwd`, the best first: the deepest folder wins, then the window that
 * had the focus last.
 * @param cwd the working directory of the agent, with every symbolic link resolved.
 */
export function windowsFor<W extends WindowEntry>(windows: readonly W[], cwd: string): W[] {
  const depths = new Map(windows.map((window) => [window, depthOf(window, cwd)]));
  const depth = (window: W): number => depths.get(window) ?? -1;
  return windows
    .filter((window) => depth(window) >= 0)
    .toSorted((a, b) => depth(b) - depth(a) || b.focusedAt - a.focusedAt);
}

/** The length of the deepest folder of the window that holds `cwd`; -1 where none does. */
function depthOf({ folders }: WindowEntry, cwd: string): number {
  const above = folders.flatMap(({ path, real }) => [path, real]).filter((folder) => containsFolder(folder, cwd));
  return Math.max(-1, ...above.map((folder) => folder.length));
}

function containsFolder(folder: string, cwd: string): boolean {
  const root = folder.replace(/[\\/]+$/, '');
  return cwd === root || cwd === folder || cwd.startsWith(`${root}/`) || cwd.startsWith(`${root}\\`);
}
