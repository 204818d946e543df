// Resolves paths against the workspace folders by name alone.
import { ToolError } from '../wording/errors.ts';
import { escapeForDisplay } from '../text/unicode.ts';
import { needsDotSlash, quotePath, parsePathInput, pathError, backslashError, type PathInput } from './pathInput.ts';
import {
  isUnder,
  normalize,
  sameName,
  parseRoot,
  splitAbsolute,
  type PathContext,
  type Root,
  type ParsedRoot,
} from './root.ts';
import { pathWarningsIn, refusalOf, type PathWarning } from './segment.ts';

/** A path inside exactly one workspace folder. */
export interface InsidePath {
  readonly kind: 'inside';
  readonly root: Root;
  /** Path from the root, with `/`, spelled as requested, without `.` and `..`; empty for the root itself. */
  readonly relative: string;
  /** Display path; it resolves to this path again. */
  readonly display: string;
  /** Whether it was written with a slash or dot at its end, which requires a folder. */
  readonly folder: boolean;
  readonly doubts: readonly PathWarning[];
}

/** A path of the local file system outside all workspace folders, allowed only by `redline.externalPaths`. */
export interface OutsidePath {
  readonly kind: 'outside';
  /** Absolute path without `.` and `..`, with the platform's separators. */
  readonly absolute: string;
  readonly display: string;
  readonly folder: boolean;
  readonly doubts: readonly PathWarning[];
}

/**
 * Resolves a path by name alone, without accessing the disk: inside a workspace folder, or elsewhere on the local disk.
 *
 * @throws ToolError VALIDATION_ERROR; OUTSIDE_WORKSPACE for other file systems
 */
export function locatePath(input: string, context: PathContext): InsidePath | OutsidePath {
  const shapes = context.roots.map((root) => parseRoot(root, context.flavour));
  const windows = context.flavour.windows || shapes.some((shape) => shape.windows);
  const path = parsePathInput(input, windows, new Set(shapes.map((shape) => shape.scheme)));
  const target = path.kind === 'relative' ? fromRelative(input, path, shapes) : fromAbsolute(input, path, shapes);
  const shape = innermost(input, target, shapes);
  if (shape !== undefined) return insidePath(input, target, shape, path.isFolder, shapes);
  if (target.scheme !== undefined && target.scheme !== 'file') throw outsideError(input);
  return outsidePath(input, target, context.flavour.windows, path.isFolder);
}

/** The OUTSIDE_WORKSPACE error, which contains only the requested path, and is the same for every cause. */
export function outsideError(input: string): ToolError {
  const next = 'Send a path inside the workspace, relative to its folder, such as "src/app.ts".';
  return new ToolError('OUTSIDE_WORKSPACE', `The path ${quotePath(input)} is outside the workspace. ${next}`);
}

/** The absolute path of a path inside a workspace folder: the system's, or the URI's for a virtual folder. */
export function absoluteOf(at: Pick<InsidePath, 'root' | 'relative'>, windows: boolean): string {
  if (at.relative === '') return at.root.path;
  const separator = windows && at.root.path.includes('\\') ? '\\' : '/';
  const base = /[\\/]$/.test(at.root.path) ? at.root.path.slice(0, -1) : at.root.path;
  return [base, ...at.relative.split('/')].join(separator);
}

/** An absolute path without `.` and `..`; `scheme` and `authority` are undefined for a plain absolute path. */
interface Target {
  readonly scheme?: string;
  readonly authority?: string;
  readonly volume: string;
  readonly segments: readonly string[];
}

function fromRelative(input: string, path: PathInput, shapes: readonly ParsedRoot[]): Target {
  const { shape, rest } = shapes.length === 1 ? requireOnlyRoot(path, shapes) : findNamedRoot(input, path, shapes);
  checkNames(input, rest, shape.windows);
  const segments = normalize([...shape.segments, ...rest]);
  return { scheme: shape.scheme, authority: shape.authority, volume: shape.volume, segments };
}

function requireOnlyRoot(
  path: PathInput,
  shapes: readonly ParsedRoot[],
): { shape: ParsedRoot; rest: readonly string[] } {
  const shape = shapes[0];
  if (shape === undefined) throw new RangeError('one root expected');
  return { shape, rest: path.segments };
}

/** Finds the folder whose name a relative path starts with, in a workspace of several; the longest name wins. */
function findNamedRoot(input: string, path: PathInput, shapes: readonly ParsedRoot[]) {
  if (shapes.length === 0)
    throw new ToolError('OUTSIDE_WORKSPACE', 'No folder is open. Ask the user to open a folder first.');
  const segments = path.segments.filter((segment) => segment !== '.' && segment !== '');
  const matches = shapes
    .filter(({ root }) => isName(root.name))
    .map((shape) => ({ shape, name: shape.root.name.split('/') }))
    .filter(({ shape, name }) => isUnder(segments, name, shape.ignoreCase))
    .sort((a, b) => b.name.length - a.name.length);
  const best = matches.filter((match) => match.name.length === matches[0]?.name.length);
  const exact = best.filter((match) => isUnder(segments, match.name, false));
  const [choice, another] = exact.length > 0 ? exact : best;
  if (choice !== undefined && another === undefined) {
    return { shape: choice.shape, rest: segments.slice(choice.name.length) };
  }
  if (choice !== undefined) throw pathError(input, 'several workspace folders have this name. Send the absolute path');
  const names = shapes.slice(0, 10).map(({ root }) => quotePath(root.name));
  const list = names.join(', ') + (shapes.length > names.length ? ', …' : '');
  throw pathError(input, `the workspace has several folders. Start the path with the name of one: ${list}`);
}

function fromAbsolute(input: string, path: PathInput, shapes: readonly ParsedRoot[]): Target {
  if (path.kind === 'absolute') return { volume: path.volume, segments: normalize(path.segments) };
  if (path.kind === 'relative') throw new RangeError('an absolute path expected');
  const { scheme, authority } = path;
  const rootsOfScheme = shapes.filter((shape) => shape.scheme === scheme && shape.authority === authority);
  const windows = rootsOfScheme.some((shape) => shape.windows);
  if (rootsOfScheme.length === 0) throw outsideError(input);
  const { volume, segments } = splitAbsolute(path.path, windows);
  return { scheme, authority, volume, segments: normalize(segments) };
}

/** The innermost workspace folder that contains a path. */
function innermost(input: string, target: Target, shapes: readonly ParsedRoot[]): ParsedRoot | undefined {
  const holding = shapes
    .filter(
      (shape) =>
        target.scheme === undefined || (shape.scheme === target.scheme && shape.authority === target.authority),
    )
    .filter((shape) => shape.volume === target.volume && isUnder(target.segments, shape.segments, shape.ignoreCase))
    .sort((a, b) => b.segments.length - a.segments.length);
  const [first, second] = holding;
  if (first === undefined || second?.segments.length !== first.segments.length) return first;
  if (second.scheme === first.scheme && second.authority === first.authority) return first;
  throw pathError(
    input,
    'two workspace folders of different file systems hold it. Start the path with the name of the folder',
  );
}

function insidePath(
  input: string,
  target: Target,
  shape: ParsedRoot,
  folder: boolean,
  shapes: readonly ParsedRoot[],
): InsidePath {
  if (!shape.windows && input.includes('\\')) throw backslashError(input);
  const names = target.segments.slice(shape.segments.length);
  const doubts = checkNames(input, names, shape.windows);
  const relative = names.join('/');
  const display = displayOf(relative, shape, shapes);
  return { kind: 'inside', root: shape.root, relative, display, folder, doubts };
}

function outsidePath(input: string, target: Target, windows: boolean, folder: boolean): OutsidePath {
  // Opening a network share would send the user's credentials to its server.
  if (windows && !/^[a-z]:$/.test(target.volume)) throw outsideError(input);
  // A drive of a remote Windows workspace does not exist on the local POSIX system.
  if (!windows && target.volume !== '') throw outsideError(input);
  const doubts = checkNames(input, target.segments, windows);
  const slashed = `${target.volume}/${target.segments.join('/')}`;
  const absolute = windows ? slashed.replaceAll('/', '\\') : slashed;
  return { kind: 'outside', absolute, display: absolute, folder, doubts };
}

function checkNames(input: string, names: readonly string[], windows: boolean): PathWarning[] {
  for (const name of names) {
    if (name === '' || name === '.' || name === '..') continue;
    const refusal = refusalOf(name, windows);
    if (refusal !== undefined) throw pathError(input, `${refusal}. Send the plain name of the file`);
  }
  return names.flatMap((name) => pathWarningsIn(name, windows));
}

/** Whether a workspace folder's name can be the start of a path: it must be a plain relative path. */
function isName(name: string): boolean {
  if (name === '' || /[\\:]/.test(name) || escapeForDisplay(name) !== name || needsDotSlash(name)) return false;
  return name.split('/').every((segment) => segment !== '' && refusalOf(segment, true) === undefined);
}

/** The shortest unambiguous spelling of a path: relative, with the folder's name, absolute, or as a URI. */
function displayOf(relative: string, shape: ParsedRoot, shapes: readonly ParsedRoot[]): string {
  if (shapes.length === 1) {
    if (relative === '') return '.';
    return needsDotSlash(relative) ? `./${relative}` : relative;
  }
  const { name } = shape.root;
  const sameNamed = shapes.filter((other) => sameName(other.root.name, name, true));
  if (isName(name) && sameNamed.length === 1) {
    const display = relative === '' ? name : `${name}/${relative}`;
    // "app/web/x" in the folder "app" would refer to another folder with the name "app/web".
    const isAmbiguous = shapes.some(
      (other) => other !== shape && isUnder(display.split('/'), other.root.name.split('/'), true),
    );
    if (!isAmbiguous) return display;
  }
  if (shape.scheme === 'file') return absoluteOf({ root: shape.root, relative }, shape.windows);
  const encoded = relative.split('/').map(encodeURIComponent).join('/');
  return relative === '' ? shape.root.uri : `${shape.root.uri.replace(/\/$/, '')}/${encoded}`;
}
