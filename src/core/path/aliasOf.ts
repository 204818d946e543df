// Recognizes outside paths that lead to a file of the workspace by another spelling, such as `/tmp` for `/private/tmp`.
import { rootsContaining, splitReal, type RealRoot } from './realRoots.ts';
import { absolutePathOf, type OutsidePath } from './locatePath.ts';
import { splitAbsolute, type Flavour } from './root.ts';

/** A path split at one of its folders. */
export interface PathSplit {
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
