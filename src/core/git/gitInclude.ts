// Evaluates the includes of git's configuration files (`include`, and `includeIf` with its conditions).
import type { GitConfigEntry } from './gitConfig.ts';
import { toByteString } from '../pattern/ignoreRules.ts';
import { compileWildcard, foldCase, type CaseFold } from '../pattern/wildcard.ts';

/** The context that the conditions of `includeIf` test. Paths are absolute, canonical, and written with `/`. */
export interface IncludeContext {
  /** The repository's `.git` folder, by its canonical path and the path it was found at; empty outside of one. */
  readonly gitFolders: readonly string[];
  /** The current branch, without `refs/heads/`. */
  readonly branch: string | undefined;
  readonly home: string;
  /** URLs of the remotes. Undefined while they are collected: then every condition on them counts as true. */
  readonly urls: readonly string[] | undefined;
}

/**
 * The path that an entry includes, as written; undefined if its condition is false, and for any other entry.
 *
 * @param configFolder folder of the configuration file with the entry; its path has the form of those in
 *   `IncludeContext`
 */
export function includedPath(entry: GitConfigEntry, configFolder: string, context: IncludeContext): string | undefined {
  if (entry.name !== 'path') return undefined;
  if (entry.section === 'include' && entry.subsection === undefined) return entry.value;
  if (entry.section !== 'includeif' || entry.subsection === undefined) return undefined;
  return evaluateCondition(entry.subsection, configFolder, context) ? entry.value : undefined;
}

const remoteUrlCondition = 'hasconfig:remote.*.url:';

/** Whether an entry depends on the URLs of remotes, which requires reading all files first. */
export function dependsOnRemotes({ section, subsection }: GitConfigEntry): boolean {
  return section === 'includeif' && subsection?.startsWith(remoteUrlCondition) === true;
}

function evaluateCondition(
  condition: string,
  configFolder: string,
  { gitFolders, branch, home, urls }: IncludeContext,
): boolean {
  const valueAfter = (keyword: string): string | undefined =>
    condition.startsWith(keyword) ? condition.slice(keyword.length) : undefined;
  const gitdirPattern = valueAfter('gitdir:');
  if (gitdirPattern !== undefined)
    return gitFolders.some(createFolderTest(gitdirPattern, { configFolder, home, fold: 'exact' }));
  const gitdirPatternAnyCase = valueAfter('gitdir/i:');
  if (gitdirPatternAnyCase !== undefined)
    return gitFolders.some(createFolderTest(gitdirPatternAnyCase, { configFolder, home, fold: 'ascii' }));
  const branchPattern = valueAfter('onbranch:');
  if (branchPattern !== undefined)
    return branch !== undefined && matchesPattern(withContents(branchPattern), branch, 'exact');
  const urlPattern = valueAfter(remoteUrlCondition);
  if (urlPattern === undefined) return false;
  // `withContents` is for paths and branches; git matches URLs without it.
  return urls === undefined || urls.some((url) => matchesPattern(urlPattern, url, 'exact'));
}

/**
 * Compiles a pattern for folders as in git-config(1). `~/` begins a path in the home folder, `./` one in the folder of
 * the configuration file; any other relative pattern matches at any depth.
 */
function createFolderTest(
  pattern: string,
  { configFolder, home, fold }: { readonly configFolder: string; readonly home: string; readonly fold: CaseFold },
): (folder: string) => boolean {
  const expandedPattern = /^~(?=\/|$)/.test(pattern) ? home + pattern.slice(1) : pattern;
  if (expandedPattern.startsWith('./')) {
    // The prefix is compared as text: characters such as `*` in the folder's path are literal.
    const prefix = `${configFolder}/`;
    const innerPattern = withContents(expandedPattern.slice(2));
    return (folder) =>
      foldCase(folder, fold).startsWith(foldCase(prefix, fold)) &&
      matchesPattern(innerPattern, folder.slice(prefix.length), fold);
  }
  const anchoredPattern = /^(?:\/|[A-Za-z]:\/)/.test(expandedPattern) ? expandedPattern : `**/${expandedPattern}`;
  return (folder) => matchesPattern(withContents(anchoredPattern), folder, fold);
}

/** Makes a pattern that ends with `/` match everything inside the folder, as in git-config(1). */
function withContents(pattern: string): string {
  return pattern.endsWith('/') ? `${pattern}**` : pattern;
}

function matchesPattern(pattern: string, text: string, fold: CaseFold): boolean {
  return compileWildcard(toByteString(pattern), fold)?.matches(foldCase(toByteString(text), fold)) === true;
}
