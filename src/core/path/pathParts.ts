// Takes paths and workspace folders apart, and compares their parts. Works on text alone, without the disk.

/** The last segment of a path with `/` separators. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path with `/` separators without its last segment; empty if it has only one. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether a path has the extension of notebooks; the file need not be a valid one. */
export function isNotebookPath(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** Whether a path with `/`, or a URI, is below one of these folders, and is not one itself. */
export function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}

/** All ancestor folders of paths with `/` separators, each before those in it. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** A path relative to a folder above it, both as in URIs: only the path of a file system's root ends in a slash. */
export function pathBelow(folder: string, path: string): string {
  return path.slice(folder.replace(/\/$/, '').length + 1);
}

/**
 * Removes the name of a workspace folder from the start of a path, in a workspace of several folders; the longest name
 * wins. `.` for the folder itself. Any other path stays as it is.
 */
export function withoutFolderName(path: string, folderNames: readonly string[]): string {
  if (folderNames.length < 2) return path;
  const matchingNames = folderNames.filter((name) => `${path}/`.startsWith(`${name}/`));
  if (matchingNames.length === 0) return path;
  return path.slice(Math.max(...matchingNames.map(({ length }) => length)) + 1) || '.';
}

/**
 * Whether a path is the folder itself or inside it. Compares text, so both must have the same form: canonical, or
 * relative to the same folder.
 * @param separator `/`, or `\` on Windows
 */
export function isInFolder(path: string, folder: string, separator: string): boolean {
  return path === folder || path.startsWith(folder.replace(/[\\/]*$/, separator));
}

/** Whether a path is a URI with `//`, such as `file:///a`. A scheme has at least two characters: one alone is a drive. */
export function isUri(path: string): boolean {
  return /^[a-z][\w+.-]+:\/\//i.test(path);
}

/** A workspace folder. */
export interface Root {
  /** Name in the workspace; paths may start with it if there are several folders. */
  readonly name: string;
  /** Absolute path: the system's for a local folder, else the path of the URI. */
  readonly path: string;
  readonly uri: string;
}

/** The naming rules of the local file system. Those of a virtual folder follow from its path (`parseRoot`). */
export interface Flavour {
  readonly isWindows: boolean;
  readonly ignoreCase: boolean;
}

/** The context for resolving paths. */
export interface PathContext {
  readonly roots: readonly Root[];
  readonly flavour: Flavour;
}

/** A parsed workspace folder, for comparing paths segment by segment. */
export interface ParsedRoot {
  readonly root: Root;
  /** In lower case; `file` for local folders. */
  readonly scheme: string;
  /** Normalized by `authorityKey`. */
  readonly authority: string;
  readonly isWindows: boolean;
  /** Whether names are compared without case. */
  readonly ignoreCase: boolean;
  /** `c:` or `//server/share` in lower case; empty on POSIX. */
  readonly volume: string;
  readonly segments: readonly string[];
}

const uriShape = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?/;

/** Parses a workspace folder once, for many comparisons. */
export function parseRoot(root: Root, flavour: Flavour): ParsedRoot {
  const uri = uriShape.exec(root.uri);
  const scheme = (uri?.[1] ?? 'file').toLowerCase();
  const isLocal = scheme === 'file';
  // A virtual folder has case-sensitive POSIX names, unless it is on a remote Windows machine: its path then starts
  // with the drive, `/c:/`.
  const isWindows = isLocal ? flavour.isWindows : /^\/[A-Za-z]:(?:\/|$)/.test(root.path);
  const { volume, segments } = splitAbsolute(root.path, isWindows);
  return {
    root,
    scheme,
    authority: authorityKey(uri?.[2] ?? ''),
    isWindows,
    ignoreCase: isLocal ? flavour.ignoreCase : isWindows,
    volume,
    segments: normalizeSegments(segments),
  };
}

/** Normalizes a URI's authority for comparison: `ssh-remote%2BBox` becomes `ssh-remote+box`. */
export function authorityKey(authority: string): string {
  return authority.replace(/%[0-9a-f]{2}/gi, (escape) => decodeAscii(escape)).toLowerCase();
}

function decodeAscii(escape: string): string {
  const code = Number.parseInt(escape.slice(1), 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : escape;
}

/**
 * Splits a path into volume and segments, without empty ones. On Windows `/c:/x` and `c:\x` are the same path. The
 * volume is that of `ParsedRoot`; empty for a relative path.
 */
export function splitAbsolute(path: string, isWindows: boolean): { volume: string; segments: string[] } {
  if (!isWindows) return { volume: '', segments: path.split('/').filter((segment) => segment !== '') };
  const slashed = path.replaceAll('\\', '/');
  const drive = /^\/?([A-Za-z]:)(?:\/|$)/.exec(slashed);
  const share = /^\/\/([^/]+\/[^/]+)(?:\/|$)/.exec(slashed);
  const volume = drive?.[1] ?? (share?.[1] === undefined ? '' : `//${share[1]}`);
  const rest = slashed.slice((drive ?? share)?.[0].length ?? 0);
  return { volume: volume.toLowerCase(), segments: rest.split('/').filter((segment) => segment !== '') };
}

/** Resolves `.`, `..` and empty segments by name alone; `..` at the top has no effect, as in file systems. */
export function normalizeSegments(segments: readonly string[]): string[] {
  const resolvedSegments: string[] = [];
  for (const segment of segments) {
    if (segment === '..') resolvedSegments.pop();
    else if (segment !== '.' && segment !== '') resolvedSegments.push(segment);
  }
  return resolvedSegments;
}

/** Whether two names are equal; `ignoreCase` ignores case and Unicode normalization. */
export function isSameName(a: string, b: string, ignoreCase: boolean): boolean {
  return a === b || (ignoreCase && nameKey(a) === nameKey(b));
}

/** Comparison key of a name in a case-insensitive file system. */
function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Whether a path is `prefix` or inside it, by whole segments, so that `/ws-evil` is not inside `/ws`. */
export function isAtOrBelow(segments: readonly string[], prefix: readonly string[], ignoreCase: boolean): boolean {
  return (
    segments.length >= prefix.length &&
    prefix.every((name, index) => isSameName(name, segments[index] ?? '', ignoreCase))
  );
}
