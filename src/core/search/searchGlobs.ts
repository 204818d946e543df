// Expands the glob of a search to the ones to search with.

import { compileGlob } from '../pattern/glob.ts';

/** Where a glob applies. Paths have `/`. */
export interface GlobPlace {
  /** Absolute paths of the workspace folder: on disk, and in its URI. */
  readonly folderPaths: readonly string[];
  /** Name of the workspace folder, if there are several: paths in answers then begin with it. */
  readonly folderName: string | undefined;
  /** The searched path in the folder; `''` for all of it. */
  readonly path: string;
}

/**
 * The globs to search with. One with a `/` matches relative to the searched path and to the workspace folder, whose name
 * it may begin with. One with the workspace folder's absolute path, which some models send, is made relative.
 *
 * @throws as `compileGlob`
 */
export function expandSearchGlob(glob: string, { folderPaths, folderName, path }: GlobPlace): string[] {
  const negation = glob.startsWith('!') ? '!' : '';
  const pattern = glob.slice(negation.length);
  const folderPrefix = folderPaths
    .map((folderPath) => `${folderPath.replace(/\/$/, '')}/`)
    // That of `/` says nothing: all rooted patterns begin with it.
    .find((prefix) => prefix !== '/' && lowerDrive(pattern).startsWith(lowerDrive(prefix)));
  if (folderPrefix !== undefined) return [`${negation}/${pattern.slice(folderPrefix.length)}`];
  // Validated before it is changed, so that an error contains the original glob.
  compileGlob(glob);
  const globs = [glob];
  const relativePattern = pattern.replace(/^(?:\.?\/)+/, '');
  if (path !== '' && pattern.includes('/')) {
    const escapedPath = path.replace(/[\\*?[\]{}!]/g, '\\$&');
    globs.push(`${negation}/${escapedPath}/${relativePattern}`);
  }
  if (folderName !== undefined && relativePattern.startsWith(`${folderName}/`)) {
    globs.push(`${negation}/${relativePattern.slice(folderName.length + 1)}`);
  }
  return globs;
}

function lowerDrive(path: string): string {
  return path.replace(/^\/?[A-Z]:/, (drive) => drive.toLowerCase());
}
