// Parses workspace folders and absolute paths, and compares them segment by segment.

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
