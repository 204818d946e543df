// Resolves requested paths against the workspace folders lexically: by name alone, without following links.
import { ToolError } from '../wording/errors.ts';
import { escapeForDisplay } from '../text/hiddenCharacters.ts';
import { needsDotSlash, quotePath, parsePathInput, pathError, backslashError, type PathInput } from './pathInput.ts';
import {
  isAtOrBelow,
  normalizeSegments,
  isSameName,
  parseRoot,
  splitAbsolute,
  type PathContext,
  type Root,
  type ParsedRoot,
} from './pathParts.ts';
import { pathWarningsIn, refusalOf, type PathWarning } from './misleadingNames.ts';

/** A path inside exactly one workspace folder. */
export interface InsidePath {
  readonly kind: 'inside';
  readonly root: Root;
  /** Path from the root, with `/`, spelled as requested, without `.` and `..`; empty for the root itself. */
  readonly relative: string;
  /** Display path; it resolves to this path again. */
  readonly display: string;
  /** Whether it was written with a slash or dot at its end, which requires a folder. */
  readonly isFolder: boolean;
  readonly warnings: readonly PathWarning[];
}

/** A path of the local file system outside all workspace folders, allowed only by `redline.externalPaths`. */
export interface OutsidePath {
  readonly kind: 'outside';
  /** Absolute path without `.` and `..`, with the platform's separators. */
  readonly absolute: string;
  readonly display: string;
  /** As in `InsidePath`. */
  readonly isFolder: boolean;
  readonly warnings: readonly PathWarning[];
}

/**
 * Resolves a path by name alone, without accessing the disk: inside a workspace folder, or elsewhere on the local disk.
 *
 * @throws ToolError VALIDATION_ERROR; OUTSIDE_WORKSPACE for other file systems
 */
export function locatePath(input: string, context: PathContext): InsidePath | OutsidePath {
  const parsedRoots = context.roots.map((root) => parseRoot(root, context.flavour));
  // On Windows, backslashes separate names. `createInsidePath` rejects them if the folder turns out to be a POSIX one.
  const isWindows = context.flavour.isWindows || parsedRoots.some((parsedRoot) => parsedRoot.isWindows);
  const path = parsePathInput(input, isWindows, new Set(parsedRoots.map(({ scheme }) => scheme)));
  const target =
    path.kind === 'relative' ? resolveRelative(input, path, parsedRoots) : resolveAbsolute(input, path, parsedRoots);
  const parsedRoot = findInnermostRoot(input, target, parsedRoots);
  if (parsedRoot !== undefined) return createInsidePath(input, target, parsedRoot, path.isFolder, parsedRoots);
  if (target.scheme !== undefined && target.scheme !== 'file') throw outsideError(input);
  return createOutsidePath(input, target, context.flavour.isWindows, path.isFolder);
}

/** The OUTSIDE_WORKSPACE error. It is the same for every cause, so that it reveals nothing about the disk. */
export function outsideError(input: string): ToolError {
  const advice = 'Send a path inside the workspace, relative to its folder, such as "src/app.ts".';
  return new ToolError('OUTSIDE_WORKSPACE', `The path ${quotePath(input)} is outside the workspace. ${advice}`);
}

/** The absolute path of a path inside a workspace folder: the system's, or the URI's for a virtual folder. */
export function absolutePathOf({ root, relative }: Pick<InsidePath, 'root' | 'relative'>, isWindows: boolean): string {
  if (relative === '') return root.path;
  const separator = isWindows && root.path.includes('\\') ? '\\' : '/';
  const folderPath = /[\\/]$/.test(root.path) ? root.path.slice(0, -1) : root.path;
  return [folderPath, ...relative.split('/')].join(separator);
}

/** An absolute path without `.` and `..`; `scheme` and `authority` are undefined for a plain absolute path. */
interface NormalizedPath {
  readonly scheme?: string;
  readonly authority?: string;
  readonly volume: string;
  readonly segments: readonly string[];
}

function resolveRelative(input: string, path: PathInput, parsedRoots: readonly ParsedRoot[]): NormalizedPath {
  const [firstRoot, secondRoot] = parsedRoots;
  const isOnlyRoot = firstRoot !== undefined && secondRoot === undefined;
  const { parsedRoot, rest } = isOnlyRoot
    ? { parsedRoot: firstRoot, rest: path.segments }
    : findNamedRoot(input, path, parsedRoots);
  // Checks also the names that a later `..` removes.
  checkNames(input, rest, parsedRoot.isWindows);
  const { scheme, authority, volume } = parsedRoot;
  return { scheme, authority, volume, segments: normalizeSegments([...parsedRoot.segments, ...rest]) };
}

/** A workspace folder, and the segments of a path below it. */
interface PathBelowRoot {
  readonly parsedRoot: ParsedRoot;
  readonly rest: readonly string[];
}

/** Maximum number of workspace folders listed in an error. */
const maxListedRoots = 10;

/** Finds the folder whose name a relative path starts with, in a workspace of several; the longest name wins. */
function findNamedRoot(input: string, path: PathInput, parsedRoots: readonly ParsedRoot[]): PathBelowRoot {
  if (parsedRoots.length === 0)
    throw new ToolError('OUTSIDE_WORKSPACE', 'No folder is open. Ask the user to open a folder first.');
  const segments = path.segments.filter((segment) => segment !== '.' && segment !== '');
  const [match, another] = rootsWithLongestName(segments, parsedRoots);
  if (match === undefined) throw missingNameError(input, parsedRoots);
  if (another !== undefined) throw pathError(input, 'several workspace folders have this name. Send the absolute path');
  return { parsedRoot: match.parsedRoot, rest: segments.slice(match.name.length) };
}

/** The folders with the longest name at the start of a path: those with its exact case, if there are any. */
function rootsWithLongestName(
  segments: readonly string[],
  parsedRoots: readonly ParsedRoot[],
): { readonly parsedRoot: ParsedRoot; readonly name: readonly string[] }[] {
  const matches = parsedRoots
    .filter(({ root }) => canStartPath(root.name))
    .map((parsedRoot) => ({ parsedRoot, name: parsedRoot.root.name.split('/') }))
    .filter(({ parsedRoot, name }) => isAtOrBelow(segments, name, parsedRoot.ignoreCase));
  const longestName = Math.max(...matches.map(({ name }) => name.length));
  const longestMatches = matches.filter(({ name }) => name.length === longestName);
  const ignoreCase = false;
  const exactMatches = longestMatches.filter(({ name }) => isAtOrBelow(segments, name, ignoreCase));
  return exactMatches.length > 0 ? exactMatches : longestMatches;
}

function missingNameError(input: string, parsedRoots: readonly ParsedRoot[]): ToolError {
  const names = parsedRoots.slice(0, maxListedRoots).map(({ root }) => quotePath(root.name));
  const list = names.join(', ') + (parsedRoots.length > names.length ? ', …' : '');
  return pathError(input, `the workspace has several folders. Start the path with the name of one: ${list}`);
}

function resolveAbsolute(
  input: string,
  path: Exclude<PathInput, { readonly kind: 'relative' }>,
  parsedRoots: readonly ParsedRoot[],
): NormalizedPath {
  if (path.kind === 'absolute') return { volume: path.volume, segments: normalizeSegments(path.segments) };
  const { scheme, authority } = path;
  const rootsOfScheme = parsedRoots.filter((root) => root.scheme === scheme && root.authority === authority);
  if (rootsOfScheme.length === 0) throw outsideError(input);
  const isWindows = rootsOfScheme.some((root) => root.isWindows);
  const { volume, segments } = splitAbsolute(path.path, isWindows);
  return { scheme, authority, volume, segments: normalizeSegments(segments) };
}

/**
 * Finds the innermost workspace folder that contains a path; undefined if no folder does. Throws if it is unclear which
 * one.
 */
function findInnermostRoot(
  input: string,
  target: NormalizedPath,
  parsedRoots: readonly ParsedRoot[],
): ParsedRoot | undefined {
  const { scheme, authority, volume, segments } = target;
  const containingRoots = parsedRoots
    .filter((root) => scheme === undefined || (root.scheme === scheme && root.authority === authority))
    .filter((root) => root.volume === volume && isAtOrBelow(segments, root.segments, root.ignoreCase))
    .sort((a, b) => b.segments.length - a.segments.length);
  const [first, second] = containingRoots;
  if (first === undefined || second?.segments.length !== first.segments.length) return first;
  // The same folder is open twice.
  if (second.scheme === first.scheme && second.authority === first.authority) return first;
  throw pathError(
    input,
    'two workspace folders of different file systems hold it. Start the path with the name of the folder',
  );
}

function createInsidePath(
  input: string,
  target: NormalizedPath,
  parsedRoot: ParsedRoot,
  isFolder: boolean,
  parsedRoots: readonly ParsedRoot[],
): InsidePath {
  if (!parsedRoot.isWindows && input.includes('\\')) throw backslashError(input);
  const names = target.segments.slice(parsedRoot.segments.length);
  const warnings = checkNames(input, names, parsedRoot.isWindows);
  const relative = names.join('/');
  const display = shortestSpelling(relative, parsedRoot, parsedRoots);
  return { kind: 'inside', root: parsedRoot.root, relative, display, isFolder, warnings };
}

function createOutsidePath(input: string, target: NormalizedPath, isWindows: boolean, isFolder: boolean): OutsidePath {
  // Opening a network share would send the user's credentials to its server.
  if (isWindows && !/^[a-z]:$/.test(target.volume)) throw outsideError(input);
  // A drive of a remote Windows workspace does not exist on the local POSIX system.
  if (!isWindows && target.volume !== '') throw outsideError(input);
  const warnings = checkNames(input, target.segments, isWindows);
  const pathWithSlashes = `${target.volume}/${target.segments.join('/')}`;
  const absolute = isWindows ? pathWithSlashes.replaceAll('/', '\\') : pathWithSlashes;
  return { kind: 'outside', absolute, display: absolute, isFolder, warnings };
}

/** Returns the warnings about names. Throws VALIDATION_ERROR if one is refused. */
function checkNames(input: string, names: readonly string[], isWindows: boolean): PathWarning[] {
  for (const name of names) {
    if (name === '' || name === '.' || name === '..') continue;
    const refusal = refusalOf(name, isWindows);
    if (refusal !== undefined) throw pathError(input, `${refusal}. Send the plain name of the file`);
  }
  return names.flatMap((name) => pathWarningsIn(name, isWindows));
}

/** Whether a workspace folder's name can be the start of a path: it must be a plain relative path. */
function canStartPath(name: string): boolean {
  if (name === '' || /[\\:]/.test(name) || escapeForDisplay(name) !== name || needsDotSlash(name)) return false;
  // Windows has the stricter rules, so they apply on every system.
  const isWindows = true;
  return name.split('/').every((segment) => segment !== '' && refusalOf(segment, isWindows) === undefined);
}

/** The shortest spelling that `locatePath` resolves to a path: relative, with a folder's name, absolute, or a URI. */
function shortestSpelling(relative: string, parsedRoot: ParsedRoot, parsedRoots: readonly ParsedRoot[]): string {
  if (parsedRoots.length === 1) {
    if (relative === '') return '.';
    return needsDotSlash(relative) ? `./${relative}` : relative;
  }
  const { name } = parsedRoot.root;
  // Some folders may ignore case.
  const ignoreCase = true;
  const rootsOfSameName = parsedRoots.filter((otherRoot) => isSameName(otherRoot.root.name, name, ignoreCase));
  if (canStartPath(name) && rootsOfSameName.length === 1) {
    const display = relative === '' ? name : `${name}/${relative}`;
    // "app/web/x" in the folder "app" would refer to another folder with the name "app/web".
    const isAmbiguous = parsedRoots.some(
      (other) => other !== parsedRoot && isAtOrBelow(display.split('/'), other.root.name.split('/'), ignoreCase),
    );
    if (!isAmbiguous) return display;
  }
  if (parsedRoot.scheme === 'file') return absolutePathOf({ root: parsedRoot.root, relative }, parsedRoot.isWindows);
  const encoded = relative.split('/').map(encodeURIComponent).join('/');
  return relative === '' ? parsedRoot.root.uri : `${parsedRoot.root.uri.replace(/\/$/, '')}/${encoded}`;
}
