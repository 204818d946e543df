// Compiles a search's globs, excludes and access rules into a filter of paths. Ignore files are applied separately.
import { expandBraces } from '../pattern/braces.ts';
import { compileGlob, compileSettingGlob, coversAny, type Glob } from '../pattern/glob.ts';
import { baseName } from '../path/pathParts.ts';
import type { SearchScope } from './textSearch.ts';

/** Matches paths of or in git's folder, or of its file in a linked worktree. */
const gitFolderPattern = /(?:^|\/)\.git(?:\/|$)/;

/**
 * `wanted` if a file is searched; any other value is the first reason why it is not. Ignore rules are not considered.
 */
export type FilterVerdict = 'wanted' | 'byGlob' | 'byExcludes' | 'hidden' | 'byRules';

/**
 * The targets of a glob such as `src`: only a file (to find files), or also a folder with its files (to search text).
 */
export type GlobTarget = 'files' | 'filesAndFolders';

/** Judges the path of a file. */
export type SearchFilter = (path: string) => FilterVerdict;

/**
 * Compiles the globs and excludes of a scope into a filter. A file is wanted if it matches a glob, or is inside a
 * folder that a glob names, unless globs name files alone; a negated glob excludes a folder with its contents.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid glob of the caller; invalid excludes of settings are ignored
 */
export function createSearchFilter(scope: SearchScope, globTarget: GlobTarget = 'filesAndFolders'): SearchFilter {
  const globs = scope.globs.map((pattern) => compileGlob(pattern));
  const wantedTests = globs
    .filter(({ isNegated }) => !isNegated)
    .map((glob) => (mayNameFolder(glob.pattern) && globTarget === 'filesAndFolders' ? glob.covers : glob.matches));
  const negatedGlobs = globs.filter(({ isNegated }) => isNegated);
  const isExcluded = coversAny(compileUsableExcludes(scope));
  // Only names below the requested folder are checked for a dot: the folder itself was requested by name.
  const start = scope.path === '' ? 0 : scope.path.length + 1;
  return (path) => {
    if (wantedTests.length > 0 && !wantedTests.some((isWanted) => isWanted(path))) return 'byGlob';
    // `covers` of a negated glob is true for the paths that it does not exclude.
    if (!negatedGlobs.every((glob) => glob.covers(path))) return 'byGlob';
    // `includes` only saves time.
    if (path.includes('.git', start) && gitFolderPattern.test(path.slice(start))) return 'hidden';
    if (isExcluded(path)) return 'byExcludes';
    if (!scope.includeHidden && (path[start] === '.' || path.includes('/.', start))) return 'hidden';
    return scope.mayRead === undefined || scope.mayRead(path) ? 'wanted' : 'byRules';
  };
}

/** Whether the last name of a glob has no special character, so that the glob may name a folder. */
export function mayNameFolder(pattern: string): boolean {
  return !/[*?[{}\\]/.test(baseName(pattern));
}

/** Whether the requested path is in a `.git` or excluded folder, so that a walk over the whole scope would not reach it. */
export function isPathExcluded(scope: SearchScope): boolean {
  const excludes = compileUsableExcludes({ ...scope, path: '' });
  return gitFolderPattern.test(scope.path) || compileUsableExcludes(scope).length < excludes.length;
}

/** The valid excludes, except those that would exclude the requested folder. */
export function compileUsableExcludes(scope: SearchScope): Glob[] {
  return scope.excludes
    .flatMap((pattern) => compileExclude(pattern) ?? compileValidAlternatives(pattern))
    .filter((glob) => scope.path === '' || !glob.covers(scope.path));
}

/** The valid alternatives of an exclude with an invalid one, such as `{a,../b}`. */
function compileValidAlternatives(pattern: string): Glob[] {
  try {
    return expandBraces(pattern).flatMap((alternative) => compileExclude(alternative) ?? []);
  } catch {
    return [];
  }
}

function compileExclude(pattern: string): Glob | undefined {
  return compileSettingGlob(pattern, { isAnchored: true });
}
