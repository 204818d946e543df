// Finds the workspace folders that contain a canonical path, and those nested in another one. Also recognizes outside
// paths that lead to a file of the workspace by another spelling, such as `/tmp` for `/private/tmp`.
import { isAtOrBelow, normalizeSegments, splitAbsolute, type Flavour, type Root } from './pathParts.ts';
import { absolutePathOf, type OutsidePath } from './locatePath.ts';

/** A workspace folder and its canonical path, which differs if the folder is a link. */
export interface RealRoot {
  readonly root: Root;
  readonly real: string;
}

/** A workspace folder and its canonical path, split. */
interface SplitRoot {
  readonly root: Root;
  readonly segments: readonly string[];
}

/** The workspace folders that contain a canonical path, innermost first. Equals keep their order. */
export function rootsContaining(path: string, roots: readonly RealRoot[], flavour: Flavour): SplitRoot[] {
  const { volume, segments } = splitReal(path, flavour);
  return roots
    .map(({ root, real }) => ({ root, ...splitReal(real, flavour) }))
    .filter((root) => root.volume === volume && isAtOrBelow(segments, root.segments, flavour.ignoreCase))
    .sort((a, b) => b.segments.length - a.segments.length);
}

/** The workspace folders below `outer` by their canonical paths, each with its path from there, with `/`. */
export function nestedRoots(
  outer: Root,
  roots: readonly RealRoot[],
  flavour: Flavour,
): { readonly uri: string; readonly path: string }[] {
  const top = roots.find(({ root }) => root.uri === outer.uri);
  if (top === undefined || roots.length < 2) return [];
  return roots.flatMap(({ root, real }) => {
    const [container] = rootsContaining(real, [top], flavour);
    // Undefined outside, and empty for the same canonical path.
    const path = container && splitReal(real, flavour).segments.slice(container.segments.length).join('/');
    return path ? [{ uri: root.uri, path }] : [];
  });
}

/** The volume and the segments of a canonical path. */
export function splitReal(path: string, flavour: Flavour): { volume: string; segments: string[] } {
  const { volume, segments } = splitAbsolute(path, flavour.isWindows);
  return { volume, segments: normalizeSegments(segments) };
}

/** A path split at one of its folders. */
interface PathSplit {
  /** Absolute path of the folder, as requested. */
  readonly path: string;
  /** The rest of the path, with `/`; `''` at its end. */
  readonly rest: string;
}

/** All splits of a path from `locatePath`, shortest folder first; the last one is the path itself. */
export function splitAtFolders({ absolute }: Pick<OutsidePath, 'absolute'>, flavour: Flavour): readonly PathSplit[] {
  const { segments } = splitAbsolute(absolute, flavour.isWindows);
  const separator = flavour.isWindows ? '\\' : '/';
  const prefix = absolute.slice(0, absolute.length - segments.join(separator).length);
  return segments.map((_segment, index) => ({
    path: prefix + segments.slice(0, index + 1).join(separator),
    rest: segments.slice(index + 1).join('/'),
  }));
}

/**
 * The path inside the workspace (absolute, to be located again) for which an outside path is an alias: `real`, the
 * canonical path of its folder at the split, is in a workspace folder. Undefined if that is outside all. The rest stays
 * as requested, so that links in it are checked.
 */
export function resolveAlias(
  { rest }: PathSplit,
  real: string,
  roots: readonly RealRoot[],
  flavour: Flavour,
): string | undefined {
  const [containingRoot] = rootsContaining(real, roots, flavour);
  if (containingRoot === undefined) return undefined;
  const remainingSegments = splitReal(real, flavour).segments.slice(containingRoot.segments.length);
  const names = [...remainingSegments, ...rest.split('/').filter((name) => name !== '')];
  return absolutePathOf({ root: containingRoot.root, relative: names.join('/') }, flavour.isWindows);
}
