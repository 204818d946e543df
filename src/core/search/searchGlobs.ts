// Expands the glob that a caller sent to the globs to search with, since models send it relative to various folders.
import { isAtOrBelow, splitAbsolute, type ParsedRoot } from '../path/pathParts.ts';
import { compileGlob } from '../pattern/glob.ts';

/** The folder and path in which a glob is to be searched. */
export interface GlobContext {
  readonly folder: ParsedRoot;
  /** Name of the workspace folder, if there are several: paths in answers then begin with it. */
  readonly folderName: string | undefined;
  /** The searched path in the folder, with `/`; `''` for all of it. */
  readonly path: string;
}

/**
 * The globs to search with, relative to the workspace folder:
 *
 * - A glob that begins with the workspace folder's absolute path is replaced by one that a leading `/` anchors there.
 * - Any other is kept. One with a `/` may also mean a path in the searched path, or begin with the workspace folder's
 *   name: for each of these meanings, a glob is added. So `src/*.ts` in `lib` gives `src/*.ts` and `/lib/src/*.ts`.
 *
 * @throws as `compileGlob`
 */
export function expandSearchGlob(glob: string, { folder, folderName, path }: GlobContext): string[] {
  const negation = glob.startsWith('!') ? '!' : '';
  const pattern = glob.slice(negation.length);
  const prefixLength = absolutePrefixLength(pattern, folder);
  if (prefixLength > 0) return [`${negation}/${pattern.slice(prefixLength)}`];
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

/** The length of the folder's absolute path, with a last slash, at the start of a pattern; 0 if it is not there. */
function absolutePrefixLength(pattern: string, { isWindows, volume, segments, ignoreCase }: ParsedRoot): number {
  // The names of a Windows volume, such as a drive, count as well.
  const nameCount = volume.split('/').filter(Boolean).length + segments.length;
  // The folder is `/`: a pattern that begins with it may also be one relative to the searched path.
  if (nameCount === 0) return 0;
  const prefix = new RegExp(`^/*(?:[^/]+/){${nameCount}}`).exec(pattern)?.[0] ?? '';
  // On Windows, `splitAbsolute` would take the `\` of an escape for a separator.
  const mayBeAbsolute = isWindows ? !prefix.includes('\\') : prefix.startsWith('/');
  if (!mayBeAbsolute) return 0;
  const start = splitAbsolute(prefix, isWindows);
  return start.volume === volume && isAtOrBelow(start.segments, segments, ignoreCase) ? prefix.length : 0;
}
