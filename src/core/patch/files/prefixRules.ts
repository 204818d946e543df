// Rules for stripping prefixes (such as `a/`) from the paths in the headers of a patch: which paths are refused, since
// stripping would turn them into others, which ones a user must confirm, and what to strip, in which order.
import { sharedEndLength } from '../parse/headerLines.ts';
import { invalidPatchError, validationError } from '../../wording/errors.ts';
import { quotePath, parsePathInput } from '../../path/pathInput.ts';
import { refusalOf } from '../../path/misleadingNames.ts';
import type { FilePatch, FilePaths, PathPair } from '../parse/types.ts';
import type { PatchWorkspace } from './patchedFiles.ts';

/** Git's prefix of a path, by the side that is compared: `a/`, `b/`, `c/`, `i/`, `o/`, `w/`. */
export const sidePrefix = /^[abciow]\//;

/** Matches an absolute path. It may be from another machine, while its last segments match a file of the workspace. */
const absolutePathPattern = /^(?:[A-Za-z]:)?\//;

/** Paths in patches have `/` on all systems, and are no URIs. */
const isWindows = false;
const noSchemes: ReadonlySet<string> = new Set();

/**
 * Rejects paths that stripping a prefix would turn into another path of the workspace: `../x`, `~/x`, `https://host/x`
 * and `%2e%2e/x` are not its `x`.
 *
 * @throws ToolError OUTSIDE_WORKSPACE, VALIDATION_ERROR, PATCH_INVALID
 */
export async function rejectUnsafePaths(files: readonly FilePatch[], workspace: PatchWorkspace): Promise<void> {
  for (const file of files) {
    for (const path of headerPaths(file)) {
      const withoutPrefix = withoutUsualPrefix(file, path);
      // Control characters in the last segment may come from git's quoting: `PatchWorkspace` rejects them.
      const checkedPath = withoutPrefix.replace(/[\p{Cc}\u2028\u2029](?=[^/]*$)/gu, '_');
      // Parsed only for its checks.
      if (!absolutePathPattern.test(checkedPath)) parsePathInput(checkedPath, isWindows, noSchemes);
      rejectUnsafeSegments(checkedPath);
      // No folder of a plain path is stripped, so a `..` in it stays, and is judged with the path.
      if (file.pathForm === 'plain' || !path.split('/').includes('..')) continue;
      // The workspace's own error, such as OUTSIDE_WORKSPACE, takes precedence.
      // oxlint-disable-next-line no-await-in-loop -- runs once, before the error
      for (const spelling of [path, withoutPrefix]) await workspace.identify(spelling);
      throw invalidPatchError(
        `The patch names ${quotePath(path)}. Write the path relative to the workspace folder, without "..".`,
      );
    }
  }
}

/**
 * Finds the first absolute path outside the workspace. The patch then changes a file whose path has the same end, so a
 * user must confirm that it is the intended one.
 */
export async function findForeignPath(
  files: readonly FilePatch[],
  workspace: PatchWorkspace,
): Promise<string | undefined> {
  const paths = files.flatMap((file) => headerPaths(file).flatMap((path) => [path, withoutUsualPrefix(file, path)]));
  for (const path of new Set(paths)) {
    if (!absolutePathPattern.test(path)) continue;
    // oxlint-disable-next-line no-await-in-loop -- few patches have such a path
    const isInWorkspace = await workspace.identify(path).then(
      () => true,
      () => false,
    );
    if (!isInWorkspace) return path;
  }
  return undefined;
}

function rejectUnsafeSegments(path: string): void {
  for (const segment of path.split('/')) {
    // Empty segments, `.` and `..` are judged elsewhere.
    const refusal = /^\.{0,2}$/.test(segment) ? undefined : refusalOf(segment, isWindows);
    if (refusal === undefined) continue;
    throw validationError(`The path ${quotePath(path)} is refused: ${refusal}. Send the plain name of the file.`);
  }
}

/** A path without `a/`, `b/` or another of git's one-letter prefixes. */
function withoutUsualPrefix({ pathForm }: FilePatch, path: string): string {
  return pathForm === 'prefixed' ? path.replace(sidePrefix, '') : path;
}

/** All paths in the header of a file patch, as written. */
function headerPaths({ oldPath, newPath, barePaths, gitPaths }: FilePatch): string[] {
  const paths = [oldPath, newPath, barePaths?.from, barePaths?.to, gitPaths?.from, gitPaths?.to];
  return [...new Set(paths.flatMap((path) => path ?? []))];
}

/** The paths of a file patch as written, with their prefixes. */
export function writtenPaths(file: FilePatch): FilePaths {
  return { from: file.oldPath, to: file.newPath };
}

/** One way to strip prefixes. */
export interface PrefixRule {
  /** The paths of a file patch without prefixes; undefined if the rule does not apply to them. */
  readonly pathsOf: (file: FilePatch) => FilePaths | undefined;
  /** Whether the rule needs no confirmation. If a prefix ends inside a name, the workspace must confirm it. */
  readonly isCertain: boolean;
  /** Whether the stripped part may be folders of the workspace instead of a prefix. */
  readonly mayDropFolders: boolean;
}

/** Maximum number of components that are stripped if the call does not say how many. */
const maxStrippedComponents = 8;
/** Maximum length of a name's beginning that can be a prefix, in UTF-16 units. */
const maxPrefixChars = 12;
/** Number of file patches whose paths are compared to find the prefixes of the patch, since all have the same. */
const maxComparedFiles = 3;

/** The rules for a patch, in the order to try them. */
export function listPrefixRules(files: readonly FilePatch[]): readonly PrefixRule[] {
  const pairs = files.slice(0, maxComparedFiles).flatMap(findPrefixPairs);
  const hasUsualPrefixes = pairs.length === 0 && files.every((file) => hasUsualPrefix(file));
  const counts = Array.from({ length: maxStrippedComponents + 1 }, (_, count) => count);
  // With prefixes such as `a/` and `b/`, one component first; equal paths are more likely written without prefixes.
  const orderedCounts = hasUsualPrefixes && !files.some(hasEqualPaths) ? [1, 0, ...counts.slice(2)] : counts;
  return [...pairs.map(createCutRule), ...orderedCounts.map(createStripRule)];
}

/** Strips a number of path components. Git's `rename from` lines have no prefix, so they lose one component less. */
export function createStripRule(count: number): PrefixRule {
  const pathsOf = (file: FilePatch): FilePaths | undefined => {
    if (file.pathForm === 'plain') return plainPaths(file, count);
    const { from = file.oldPath, to = file.newPath } = file.barePaths ?? {};
    const bareCount = file.barePaths === undefined ? count : Math.max(0, count - 1);
    return requireBothPaths(file, stripComponents(from, bareCount), stripComponents(to, bareCount));
  };
  return { pathsOf, isCertain: true, mayDropFolders: count > 0 };
}

/** Paths in `*** Update File` lines have no prefix by their format: only `a/`, `b/`, `./` or a leading slash may go. */
function plainPaths(file: FilePatch, count: number): FilePaths | undefined {
  if (count === 0) return { from: file.oldPath, to: file.newPath };
  if (count > 1) return undefined;
  const cutKnownPrefix = (path: string | undefined): string | undefined => path?.replace(/^(?:[ab]\/|\/+|\.\/)/, '');
  return { from: cutKnownPrefix(file.oldPath), to: cutKnownPrefix(file.newPath) };
}

/** Cuts the prefixes that were found by comparing the two paths of a file. */
function createCutRule({ from, to, isCertain }: PrefixPair): PrefixRule {
  const pathsOf = (file: FilePatch): FilePaths | undefined => {
    if (file.pathForm === 'plain') return plainPaths(file, 0);
    if (file.barePaths !== undefined) return requireBothPaths(file, file.barePaths.from, file.barePaths.to);
    return requireBothPaths(file, cutPrefix(file.oldPath, from), cutPrefix(file.newPath, to));
  };
  return { pathsOf, isCertain, mayDropFolders: false };
}

/** Returns both paths, if the rule applies to each path that the file patch has. */
function requireBothPaths(file: FilePatch, from: string | undefined, to: string | undefined): FilePaths | undefined {
  if (from === undefined && file.oldPath !== undefined) return undefined;
  if (to === undefined && file.newPath !== undefined) return undefined;
  return { from, to };
}

function cutPrefix(path: string | undefined, prefix: string): string | undefined {
  return path?.startsWith(prefix) === true && path.length > prefix.length ? path.slice(prefix.length) : undefined;
}

function stripComponents(path: string | undefined, count: number): string | undefined {
  if (path === undefined || count === 0) return path;
  const rest = path
    .split('/')
    .filter((part, at) => part !== '' || at > 0)
    .slice(count)
    .join('/');
  return rest === '' ? undefined : rest;
}

/** The prefixes of the old and the new path. */
interface PrefixPair extends PathPair {
  /** As in `PrefixRule`. */
  readonly isCertain: boolean;
}

/**
 * The prefixes by which the two paths of a file patch differ. Both paths have a common end, before which their prefixes
 * end:
 *
 *     a/src/x.ts    b/src/x.ts    common end `/src/x.ts`: the prefixes are `a/` and `b/`
 *     x/src/x.ts    src/x.ts      common end `src/x.ts`: `x/` and none
 *     old-src/x.ts  new-src/x.ts  common end `-src/x.ts`: `old-` and `new-`, or else any start of the name is one
 */
function findPrefixPairs(file: FilePatch): readonly PrefixPair[] {
  const from = file.gitPaths?.from ?? file.oldPath;
  const to = file.gitPaths?.to ?? file.newPath;
  if (file.pathForm === 'plain' || from === undefined || to === undefined) return [];
  if (file.barePaths !== undefined) return prefixesOfBarePaths(from, to, file.barePaths);
  if (from === to) return [];
  const sharedLength = sharedEndLength(from, to);
  const sharedText = from.slice(from.length - sharedLength);
  /** The prefixes if the path starts at an offset in the common end. */
  const cutAt = (start: number): PathPair => ({
    from: from.slice(0, from.length - sharedLength + start),
    to: to.slice(0, to.length - sharedLength + start),
  });
  const cutAfterFirst = sharedText.length > 1 ? [{ ...cutAt(1), isCertain: true }] : [];
  if (sharedText.startsWith('/')) return cutAfterFirst;
  const wholePair = { ...cutAt(0), isCertain: true };
  if ([wholePair.from, wholePair.to].every((prefix) => prefix === '' || prefix.endsWith('/'))) return [wholePair];
  const uncertainPairs = listPathStarts(sharedText).map((start) => ({ ...cutAt(start), isCertain: false }));
  // A dash in the common text ends the prefix (`old-`, `new-`), since few names begin with one.
  return sharedText.startsWith('-') ? [...cutAfterFirst, ...uncertainPairs] : uncertainPairs;
}

/**
 * Offsets in the common end of both paths at which the path may start: at each character of its first component, and
 * after its slash. Of `old-src/a` and `new-src/a`, that end is `-src/a`.
 */
function listPathStarts(sharedText: string): number[] {
  const slash = sharedText.indexOf('/');
  const length = Math.min(slash < 0 ? sharedText.length - 1 : slash, maxPrefixChars);
  const startsInsideName = Array.from({ length }, (_, at) => at + 1);
  return [0, ...startsInsideName, slash + 1].filter((start) => start < sharedText.length);
}

function prefixesOfBarePaths(from: string, to: string, barePaths: PathPair): readonly PrefixPair[] {
  if (!from.endsWith(barePaths.from) || !to.endsWith(barePaths.to)) return [];
  const prefixOf = (path: string, barePath: string): string => path.slice(0, path.length - barePath.length);
  return [{ from: prefixOf(from, barePaths.from), to: prefixOf(to, barePaths.to), isCertain: true }];
}

function hasEqualPaths(file: FilePatch): boolean {
  const from = file.gitPaths?.from ?? file.oldPath;
  return from !== undefined && from === (file.gitPaths?.to ?? file.newPath);
}

/** `a/` and `b/`, or the letters of git's `diff.mnemonicPrefix`: commit, index, object and working tree. */
function hasUsualPrefix(file: FilePatch): boolean {
  return [file.oldPath, file.newPath].every((path) => path === undefined || sidePrefix.test(path));
}
