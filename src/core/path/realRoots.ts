// Finds the workspace folders that contain a canonical path, and those nested in another one.
import { isAtOrBelow, normalizeSegments, splitAbsolute, type Flavour, type Root } from './pathParts.ts';

/** A workspace folder and its canonical path, which differs if the folder is a link. */
export interface RealRoot {
  readonly root: Root;
  readonly real: string;
}

/** A workspace folder that contains a path. */
interface ContainingRoot {
  readonly root: Root;
  /** The segments of its canonical path. */
  readonly segments: readonly string[];
}

/** The workspace folders that contain a canonical path, innermost first; equal ones in the order of `roots`. */
export function rootsContaining(path: string, roots: readonly RealRoot[], flavour: Flavour): ContainingRoot[] {
  const { volume, segments } = splitReal(path, flavour);
  return roots
    .map(({ root, real }) => ({ root, ...splitReal(real, flavour) }))
    .filter((split) => split.volume === volume && isAtOrBelow(segments, split.segments, flavour.ignoreCase))
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
    // Undefined for a folder outside of `outer`, and empty for one with the same canonical path.
    const path = container && splitReal(real, flavour).segments.slice(container.segments.length).join('/');
    return path ? [{ uri: root.uri, path }] : [];
  });
}

/** The volume and the segments of a canonical path. */
export function splitReal(path: string, flavour: Flavour): { volume: string; segments: string[] } {
  const { volume, segments } = splitAbsolute(path, flavour.isWindows);
  return { volume, segments: normalizeSegments(segments) };
}
