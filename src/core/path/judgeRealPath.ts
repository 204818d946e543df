// Locates a path's canonical path in the workspace folders, so that links cannot lead out of them unnoticed.
import { phrase } from '../wording/phrase.ts';
import { ToolError, validationError } from '../wording/errors.ts';
import { quotePath } from './pathInput.ts';
import type { RealPath } from './realPaths.ts';
import type { InsidePath, OutsidePath } from './locatePath.ts';
import { isUnder, normalizeSegments, splitAbsolute, type Flavour, type Root } from './root.ts';
import type { PathWarning } from './segment.ts';

/** A workspace folder and its canonical path, which differs if the folder is a link. */
export interface RealRoot {
  readonly root: Root;
  readonly real: string;
}

/** Whether a path that is a link refers to its target (for reading and writing) or to the link (for deleting and moving). */
export type LinkHandling = 'target' | 'link';

/** A requested path with its canonical path: the subject of the access rules. */
export interface JudgedPath {
  readonly located: InsidePath | OutsidePath;
  /** The innermost workspace folder that contains the canonical path; undefined if it is outside all. */
  readonly root: Root | undefined;
  /** The canonical path relative to that folder's; undefined outside. */
  readonly relative: string | undefined;
  /** The canonical path in the other workspace folders that contain it, if one folder is inside another. */
  readonly inOtherRoots: readonly { readonly root: Root; readonly relative: string }[];
  /** The canonical path, for the user who approves. An outside path is never shown to a model. */
  readonly absolute: string;
  /** Whether the canonical path differs from the requested one: by a link, case, or a short name. */
  readonly isLinked: boolean;
  readonly warnings: readonly PathWarning[];
}

/**
 * Locates a path by its canonical path; outside the workspace is a valid result, which the access rules judge.
 *
 * @throws ToolError VALIDATION_ERROR for broken links and special files (reading a pipe may never end);
 *   PERMISSION_DENIED if the file system denies access
 */
export function judgeRealPath(
  located: InsidePath | OutsidePath,
  real: RealPath,
  roots: readonly RealRoot[],
  flavour: Flavour,
  links: LinkHandling = 'target',
): JudgedPath {
  const usablePath = links === 'link' ? real.entryPath : real.real;
  const path = usablePath ?? real.lastExisting ?? (located.kind === 'outside' ? located.absolute : undefined);
  if (path === undefined) throw unusablePathError(located, real, links);
  const { segments } = splitReal(path, flavour);
  const isRequestedRoot = (root: Root): boolean => located.kind === 'inside' && root.uri === located.root.uri;
  const requestedRootLast = roots.toSorted((a, b) => Number(isRequestedRoot(b.root)) - Number(isRequestedRoot(a.root)));
  const [containingRoot, ...otherRoots] = rootsContaining(path, requestedRootLast, flavour);
  // An error reveals what is at a path, so outside the workspace it waits for the user's permission.
  const existsInside = located.kind === 'inside' && real.real !== undefined;
  if (links === 'target' && (containingRoot !== undefined || existsInside)) rejectUnusable(located, real);
  if (containingRoot !== undefined) {
    if (located.folder) rejectFolderSpelling(located, real, links);
    if (usablePath === undefined) throw unreachableError(located);
  }
  const relativeTo = (root: { readonly segments: readonly string[] }): string =>
    segments.slice(root.segments.length).join('/');
  const relative = containingRoot === undefined ? undefined : relativeTo(containingRoot);
  const inOtherRoots = otherRoots.map((otherRoot) => ({ root: otherRoot.root, relative: relativeTo(otherRoot) }));
  const isLinked =
    located.kind === 'outside' ||
    containingRoot === undefined ||
    !isRequestedRoot(containingRoot.root) ||
    relative !== located.relative;
  const warnings = [...located.warnings];
  if (links === 'target' && real.target === 'file' && real.hardLinks > 1) {
    warnings.push({
      message: phrase('the file has {0} names (hard links), so it changes in other places, too', real.hardLinks),
      reading: false,
    });
  }
  return { located, root: containingRoot?.root, relative, inOtherRoots, absolute: path, isLinked, warnings };
}

/** A workspace folder and its canonical path, split. */
interface SplitRoot {
  readonly root: Root;
  readonly segments: readonly string[];
}

/** The workspace folders that contain a canonical path, innermost first. */
export function rootsContaining(path: string, roots: readonly RealRoot[], flavour: Flavour): SplitRoot[] {
  const { volume, segments } = splitReal(path, flavour);
  return roots
    .map(({ root, real }) => ({ root, ...splitReal(real, flavour) }))
    .filter((root) => root.volume === volume && isUnder(segments, root.segments, flavour.caseInsensitive))
    .sort((a, b) => b.segments.length - a.segments.length);
}

/** The workspace folders nested in another one by their canonical paths, with their paths below it, with `/`. */
export function nestedRoots(
  outer: Root,
  roots: readonly RealRoot[],
  flavour: Flavour,
): { readonly uri: string; readonly path: string }[] {
  const top = roots.find(({ root }) => root.uri === outer.uri);
  if (top === undefined || roots.length < 2) return [];
  return roots.flatMap(({ root, real }) => {
    const [container] = rootsContaining(real, [top], flavour);
    const path = container && splitReal(real, flavour).segments.slice(container.segments.length).join('/');
    return path ? [{ uri: root.uri, path }] : [];
  });
}

/** The error for a path that has no existing part. */
function unusablePathError(located: InsidePath | OutsidePath, real: RealPath, links: LinkHandling): ToolError {
  if (links === 'target') rejectUnusable(located, real);
  return unreachableError(located);
}

/** The volume and the segments of a canonical path. */
export function splitReal(path: string, flavour: Flavour): { volume: string; segments: string[] } {
  const { volume, segments } = splitAbsolute(path, flavour.windows);
  return { volume, segments: normalizeSegments(segments) };
}

function rejectUnusable(located: InsidePath | OutsidePath, real: RealPath): void {
  const path = quotePath(located.display);
  const advice = 'Check what it is with redline_path_info.';
  switch (real.target) {
    case 'loop':
      throw validationError(`${path} is a link that leads back to itself. ${advice}`);
    case 'broken':
      throw validationError(`${path} leads nowhere: part of it is not a folder or is too long. ${advice}`);
    case 'unreadable':
      throw unreachableError(located);
    case 'fifo':
    case 'socket':
    case 'device':
    case 'other':
      throw validationError(`${path} is not a file or folder but a ${specialFileName(real.target)}. ${advice}`);
    case 'file':
    case 'folder':
    case 'missing':
  }
}

/** Throws if a path that ends with `/`, and so must be a folder, leads to a file or link. */
function rejectFolderSpelling(located: InsidePath | OutsidePath, real: RealPath, links: LinkHandling): void {
  const isFile = real.target === 'file';
  if (!isFile && !(links === 'link' && real.entry === 'link')) return;
  throw validationError(
    `${quotePath(located.display)} ends with a slash or a dot, which means a folder, but it is a ${isFile ? 'file' : 'link'}. Send the path without it.`,
  );
}

function specialFileName(kind: 'fifo' | 'socket' | 'device' | 'other'): string {
  if (kind === 'fifo') return 'named pipe';
  return kind === 'other' ? 'special file' : kind;
}

function unreachableError(located: InsidePath | OutsidePath): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `The file system does not allow access to ${quotePath(located.display)}. Do not try again.`,
  );
}
