import { compileGlob, coversAny, type Glob } from '../pattern/glob.ts';
import type { SearchScope } from './textSearch.ts';

/** Git's own folder, or in a linked worktree its own file. */
const gitFolder = /(?:^|\/)\.git(?:\/|$)/;

/** Why a file is not looked at, before git's ignore rules are asked. */
export type FilterVerdict = 'wanted' | 'byGlob' | 'byExcludes' | 'hidden' | 'byRules';

/** A scope's verdict on the path of a file. */
export type SearchFilter = (path: string) => FilterVerdict;

/**
 * Compiles what a scope says of paths. A file is wanted if it matches a glob, or lies in a folder that a glob names
 * without a wildcard in its last name, such as `src`; a negated glob leaves out a folder with all in it.
 *
 * @param wholePath for finding files: a glob then speaks of the file itself, not of the folder it is in
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid glob of the caller; invalid excludes of the settings are passed over
 */
export function searchFilter(scope: SearchScope, wholePath = false): SearchFilter {
  const globs = scope.globs.map((pattern) => compileGlob(pattern));
  const wanted = globs
    .filter(({ negated }) => !negated)
    .map((glob) => (namesAFolder(glob.pattern) && !wholePath ? glob.covers : glob.matches));
  const barred = globs.filter(({ negated }) => negated);
  const usable = usableExcludes(scope);
  const excluded = coversAny(usable.filter(({ negated }) => !negated));
  const negated = usable.filter((glob) => glob.negated);
  const below = scope.path === '' ? 0 : scope.path.length + 1;
  return (path) => {
    if (wanted.length > 0 && !wanted.some((selects) => selects(path))) return 'byGlob';
    if (!barred.every((glob) => glob.covers(path))) return 'byGlob';
    if (path.includes('.git', below) && gitFolder.test(path.slice(below))) return 'hidden';
    if (excluded(path) || negated.some((glob) => glob.covers(path))) return 'byExcludes';
    if (!scope.includeHidden && (path[below] === '.' || path.includes('/.', below))) return 'hidden';
    return scope.mayRead === undefined || scope.mayRead(path) ? 'wanted' : 'byRules';
  };
}

/** Whether the last name of a pattern is plain text, which may be a folder's. */
export function namesAFolder(pattern: string): boolean {
  return !/[*?[{}\\]/.test(pattern.slice(pattern.lastIndexOf('/') + 1));
}

/** The excludes that hold: not those that would leave out the very folder that was asked for. */
export function usableExcludes(scope: SearchScope): Glob[] {
  return scope.excludes.flatMap((pattern) => {
    try {
      const glob = compileGlob(pattern, { anchored: true });
      return scope.path !== '' && glob.covers(scope.path) ? [] : [glob];
    } catch {
      return [];
    }
  });
}
