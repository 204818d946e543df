/** A workspace folder. `path` is absolute: an operating system's path for a file, the path of the URI otherwise. */
export interface Root {
  /** The folder's name in the workspace; a path may start with it when there are several folders. */
  readonly name: string;
  readonly path: string;
  readonly uri: string;
}

/** What the file system under `file:` roots does with names. Virtual roots always have POSIX-like, exact names. */
export interface Flavour {
  readonly windows: boolean;
  readonly caseInsensitive: boolean;
}

/** Where paths are read: all workspace folders, and how names behave. */
export interface PathContext {
  readonly roots: readonly Root[];
  readonly flavour: Flavour;
}

/** A root taken apart, so that paths compare segment by segment. */
export interface RootShape {
  readonly root: Root;
  /** Lower case, `file` for local files. */
  readonly scheme: string;
  /** The URI's, as `authorityKey` has it. */
  readonly authority: string;
  readonly windows: boolean;
  readonly fold: boolean;
  /** `c:`, `//server/share` (lower case), or nothing where there is one tree. */
  readonly volume: string;
  readonly segments: readonly string[];
}

const uriShape = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?/;

export function shapeOf(root: Root, flavour: Flavour): RootShape {
  const uri = uriShape.exec(root.uri);
  const scheme = (uri?.[1] ?? 'file').toLowerCase();
  const local = scheme === 'file';
  // A virtual root may stand for a remote Windows machine, whose paths then carry the drive as `/c:/`.
  const windows = local ? flavour.windows : /^\/[A-Za-z]:(?:\/|$)/.test(root.path);
  const { volume, segments } = splitAbsolute(root.path, windows);
  return {
    root,
    scheme,
    authority: authorityKey(uri?.[2] ?? ''),
    windows,
    fold: local ? flavour.caseInsensitive : windows,
    volume,
    segments: normalize(segments),
  };
}

/** What two spellings of one authority have in common: `ssh-remote%2Bbox` is `ssh-remote+box`. */
export function authorityKey(authority: string): string {
  return authority.replace(/%[0-9a-f]{2}/gi, (escape) => decodeAscii(escape)).toLowerCase();
}

function decodeAscii(escape: string): string {
  const code = Number.parseInt(escape.slice(1), 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : escape;
}

/** Splits an absolute path into its volume and its segments. `/c:/x` and `c:\x` are the same path on Windows. */
export function splitAbsolute(path: string, windows: boolean): { volume: string; segments: string[] } {
  if (!windows) return { volume: '', segments: path.split('/').filter((segment) => segment !== '') };
  const slashed = path.replaceAll('\\', '/');
  const drive = /^\/?([A-Za-z]:)(?:\/|$)/.exec(slashed);
  const share = /^\/\/([^/]+\/[^/]+)(?:\/|$)/.exec(slashed);
  const volume = drive?.[1] ?? (share?.[1] === undefined ? '' : `//${share[1]}`);
  const rest = slashed.slice((drive ?? share)?.[0].length ?? 0);
  return { volume: volume.toLowerCase(), segments: rest.split('/').filter((segment) => segment !== '') };
}

/** Resolves `.`, `..` and empty segments by name alone; `..` at the top stays there, as in every file system. */
export function normalize(segments: readonly string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  return kept;
}

/** Whether two names are the same name; where case folds, composed and decomposed letters do too. */
export function sameName(a: string, b: string, fold: boolean): boolean {
  return a === b || (fold && nameKey(a) === nameKey(b));
}

/** What stands for a name wherever names are compared in a file system that folds case. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Whether `segments` are `prefix`, or lie under it; never by characters, so that `/ws-evil` is not under `/ws`. */
export function isUnder(segments: readonly string[], prefix: readonly string[], fold: boolean): boolean {
  return segments.length >= prefix.length && prefix.every((name, index) => sameName(name, segments[index] ?? '', fold));
}
