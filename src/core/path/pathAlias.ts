// Recognizes outside paths that lead to a file of the workspace by another spelling, such as `/tmp` for `/private/tmp`.
import { splitAbsolute, type Flavour } from './pathParts.ts';
import { absolutePathOf, type OutsidePath } from './locatePath.ts';
import { rootsContaining, splitReal, type RealRoot } from './realRoots.ts';

/** A path split after one of its names: into that folder, and the rest. */
interface PathSplit {
  /** Absolute path of the folder, as requested. */
  readonly folder: string;
  /** The path from the folder, with `/`; `''` if the folder is the whole path. */
  readonly rest: string;
}

/** All splits of a path from `locatePath`, shortest folder first; the folder of the last one is the whole path. */
export function splitAtFolders({ absolute }: Pick<OutsidePath, 'absolute'>, flavour: Flavour): readonly PathSplit[] {
  const { segments } = splitAbsolute(absolute, flavour.isWindows);
  const separator = flavour.isWindows ? '\\' : '/';
  const prefix = absolute.slice(0, absolute.length - segments.join(separator).length);
  return segments.map((_segment, index) => ({
    folder: prefix + segments.slice(0, index + 1).join(separator),
    rest: segments.slice(index + 1).join('/'),
  }));
}

/**
 * The path inside the workspace (absolute, to be located again) for which a split path is an alias; undefined if its
 * folder is outside all workspace folders. The rest stays as requested, so that links in it are checked.
 * @param realFolder canonical path of the split's folder
 */
export function resolveAlias(
  { rest }: PathSplit,
  realFolder: string,
  roots: readonly RealRoot[],
  flavour: Flavour,
): string | undefined {
  const [containingRoot] = rootsContaining(realFolder, roots, flavour);
  if (containingRoot === undefined) return undefined;
  const remainingSegments = splitReal(realFolder, flavour).segments.slice(containingRoot.segments.length);
  const names = [...remainingSegments, ...rest.split('/').filter((name) => name !== '')];
  return absolutePathOf({ root: containingRoot.root, relative: names.join('/') }, flavour.isWindows);
}
