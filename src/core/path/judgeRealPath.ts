// Determines by its canonical path whether a path is in the workspace, so that links cannot lead out of it unnoticed.
// The access rules (`core/rules`) then decide whether an operation is allowed.
import { phrase } from '../wording/phrase.ts';
import { ToolError, validationError } from '../wording/errors.ts';
import { quotePath } from './pathInput.ts';
import type { RealPath } from './realPaths.ts';
import type { InsidePath, OutsidePath } from './locatePath.ts';
import { rootsContaining, splitReal, type RealRoot } from './realRoots.ts';
import type { Flavour, Root } from './pathParts.ts';
import type { PathWarning } from './misleadingNames.ts';

/**
 * Whether a path that is a link refers to its target (for reading and writing) or to the link (for deleting and
 * moving).
 */
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
 * Determines where a path leads. Outside the workspace is a valid result, which the access rules judge.
 *
 * @throws ToolError VALIDATION_ERROR for broken links and special files (reading a pipe may never end);
 *   PERMISSION_DENIED if the file system denies access
 */
export function judgeRealPath(
  located: InsidePath | OutsidePath,
  realPath: RealPath,
  roots: readonly RealRoot[],
  flavour: Flavour,
  links: LinkHandling = 'target',
): JudgedPath {
  const canonicalPath = links === 'link' ? realPath.entryPath : realPath.real;
  // A path without a canonical one is judged by its last existing part: if that is outside, the rules must still
  // decide.
  const path = canonicalPath ?? realPath.lastExisting ?? (located.kind === 'outside' ? located.absolute : undefined);
  if (path === undefined) {
    if (links === 'target') rejectUnusable(located, realPath);
    throw unreachableError(located);
  }
  const containingRoots = rootsContaining(path, requestedRootFirst(located, roots), flavour);
  const isInside = containingRoots.length > 0;
  // An error reveals what is at a path, so an error about an outside path waits for the user's permission. Only a link
  // of the workspace to a special file is refused at once.
  const resolvesFromInside = located.kind === 'inside' && realPath.real !== undefined;
  if (links === 'target' && (isInside || resolvesFromInside)) rejectUnusable(located, realPath);
  if (isInside && located.isFolder) rejectFolderSpelling(located, realPath, links);
  if (isInside && canonicalPath === undefined) throw unreachableError(located);
  const { segments } = splitReal(path, flavour);
  const [innermost, ...inOtherRoots] = containingRoots.map((containingRoot) => ({
    root: containingRoot.root,
    relative: segments.slice(containingRoot.segments.length).join('/'),
  }));
  const isAsRequested =
    located.kind === 'inside' && located.root.uri === innermost?.root.uri && located.relative === innermost.relative;
  return {
    located,
    root: innermost?.root,
    relative: innermost?.relative,
    inOtherRoots,
    absolute: path,
    isLinked: !isAsRequested,
    warnings: [...located.warnings, ...(links === 'target' ? hardLinkWarnings(realPath) : [])],
  };
}

/** Sorts the requested workspace folder first, so that it counts if several have the same canonical path. */
function requestedRootFirst(located: InsidePath | OutsidePath, roots: readonly RealRoot[]): readonly RealRoot[] {
  if (located.kind === 'outside') return roots;
  const rank = ({ root }: RealRoot): number => (root.uri === located.root.uri ? 0 : 1);
  return roots.toSorted((a, b) => rank(a) - rank(b));
}

function hardLinkWarnings({ target, hardLinks }: RealPath): PathWarning[] {
  if (target !== 'file' || hardLinks <= 1) return [];
  const message = phrase('the file has {0} names (hard links), so it changes in other places, too', hardLinks);
  return [{ message, reading: false }];
}

/** @throws ToolError if a path leads to nothing that can be read or written */
function rejectUnusable(located: InsidePath | OutsidePath, realPath: RealPath): void {
  const path = quotePath(located.display);
  const advice = 'Check what it is with redline_path_info.';
  switch (realPath.target) {
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
      throw validationError(`${path} is not a file or folder but a ${specialFileName(realPath.target)}. ${advice}`);
    case 'file':
    case 'folder':
    case 'missing':
      return;
  }
}

/** @throws ToolError if a path written as a folder (with `/` or a dot at its end) leads to a file or link */
function rejectFolderSpelling(located: InsidePath | OutsidePath, realPath: RealPath, links: LinkHandling): void {
  const isFile = realPath.target === 'file';
  const isLinkItself = links === 'link' && realPath.entry === 'link';
  if (!isFile && !isLinkItself) return;
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
