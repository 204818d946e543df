// Converts a search scope for ripgrep, and decides whether ripgrep's or our own reading of ignore files applies.

import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import { ToolError, toToolError } from '../../../core/wording/errors.ts';
import type { IgnoreMatch } from '../../../core/pattern/ignore.ts';
import { createSearchFilter, type GlobTarget, type SearchFilter } from '../../../core/search/searchFilter.ts';
import type { SearchScope } from '../../../core/search/textSearch.ts';
import { createDiskIgnore, type DiskIgnore } from '../../git/diskIgnore.ts';
import { describeSpecialFile } from '../../files/openRegular.ts';
import { toRgExcludes, type RgWalk } from './walk.ts';
import { computeGlobHints, isInFolder } from './globHints.ts';
import { hasBlockingRuleFileAnywhere } from './blockingRuleFiles.ts';

/** A search scope converted for ripgrep. */
export interface RgScope {
  readonly scope: SearchScope;
  /** Judges by the globs, excludes and access rules, not by the ignore rules. */
  readonly filter: SearchFilter;
  /** Whether the path of the scope is a folder, not a link to one. */
  readonly isFolder: boolean;
  readonly walk: RgWalk;
  /** Whether ripgrep's walk reaches exactly the files that the filter includes, apart from the access rules. */
  readonly isExact: boolean;
  readonly ignore: DiskIgnore;
  /** Notes for the answer. Call it after the search, which may begin to use our own reading of the rules. */
  readonly notes: () => readonly string[];
}

/**
 * Converts a search scope for ripgrep.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid glob; as `checkSearchable` for a path that cannot be searched
 */
export async function toRgScope(
  scope: SearchScope,
  globTarget: GlobTarget,
  signal: AbortSignal | undefined,
): Promise<RgScope> {
  const filter = createSearchFilter(scope, globTarget);
  const isFolder = await checkSearchable(scope);
  const ignore = await createDiskIgnore(scope.root);
  // A path that the caller names is searched even if it is ignored, and then without ignore rules.
  const mayBeIgnored = scope.path !== '' && !scope.includeIgnored;
  const ignoredBy = mayBeIgnored ? await ignore.ignoringRule(scope.path, isFolder) : undefined;
  const appliesRules = !scope.includeIgnored && ignoredBy === undefined;
  const positiveGlobs = scope.globs.filter((glob) => !glob.startsWith('!'));
  const hints = computeGlobHints(positiveGlobs, globTarget);
  const folders = await selectUsableFolders(scope, hints.folders, createSearchFilter({ ...scope, globs: [] }), ignore);
  const paths = folders ?? [scope.path];
  const { excludes, isExact: areExcludesExact } = toRgExcludes(scope);
  // A `--type` makes ripgrep search hidden files whose names match.
  const findsHidden = !scope.includeHidden && hints.nameGlobs.length > 0;
  // Ripgrep applies no globs to a file or link that its arguments name.
  const appliesGlobs = isFolder || scope.globs.length === 0;
  const nameGlobs = isFolder ? hints.nameGlobs : [];
  const rules = appliesRules ? 'ripgrep' : 'none';
  const rgScope: RgScope = {
    scope,
    filter,
    isFolder,
    walk: createWalk(scope, ignore, { paths, nameGlobs, rules, excludes }, signal),
    isExact: hints.isExact && folders !== undefined && areExcludesExact && !findsHidden && appliesGlobs,
    ignore,
    notes: () => [...noteIgnored(scope.path, ignoredBy), ...ignore.notes(scope.mayRead ?? (() => true))],
  };
  if (!appliesRules || (await readsRulesAsGit(rgScope))) return rgScope;
  return withOwnRules(rgScope);
}

function createWalk(
  scope: SearchScope,
  ignore: DiskIgnore,
  reach: Pick<RgWalk, 'paths' | 'nameGlobs' | 'rules' | 'excludes'>,
  signal: AbortSignal | undefined,
): RgWalk {
  return {
    ...reach,
    includesHidden: scope.includeHidden,
    endsAtRepositories: ignore.hasRepository,
    // Given a folder, ripgrep reads the rules above it only if it may also look above the root.
    readsRulesAbove: ignore.isBelowTop || reach.paths.some((path) => path !== ''),
    outerFiles: ignore.outerFiles,
    ignoreCase: ignore.ignoreCase,
    encoding: scope.encoding,
    isStuck: onceUntilFailure(() => hasBlockingRuleFileAnywhere(scope, ignore, signal)),
  };
}

/** Whether the scope includes a file that ripgrep's walk reached. */
export async function isWantedFile({ filter, walk, ignore }: RgScope, path: string): Promise<boolean> {
  if (filter(path) !== 'wanted') return false;
  // For `ripgrep`, it has already applied the rules; for `none`, there are none.
  const mayBeIgnored = walk.rules === 'own';
  return !mayBeIgnored || (await ignore.ignoringRule(path, false)) === undefined;
}

/** Whether ripgrep reads the ignore files of a walk like git, and finds none that git does not apply. */
async function readsRulesAsGit({ scope, walk, isFolder, ignore }: RgScope): Promise<boolean> {
  const readsAsGit = await ignore.ripgrepReadsAsGit(isFolder ? scope.path : '');
  const findsForeignRules = walk.readsRulesAbove && (await ignore.hasRulesAbove());
  return readsAsGit && !findsForeignRules;
}

/** A note that a path was searched although it is ignored. Does not name the rule: its file may be denied, or outside. */
function noteIgnored(path: string, reason: IgnoreMatch | undefined): string[] {
  return reason === undefined ? [] : [`${path} is ignored, but was searched because you named it.`];
}

/**
 * The scope with our own reading of git's ignore rules, for rules that ripgrep reads differently. Marks the rules as
 * used, so that the notes report ignore files that were not applied.
 */
export async function withOwnRules(rgScope: RgScope): Promise<RgScope> {
  rgScope.ignore.markUsed();
  const excludes = [...rgScope.walk.excludes, ...(await listIgnoredFolders(rgScope))];
  return { ...rgScope, isExact: false, walk: { ...rgScope.walk, rules: 'own', excludes } };
}

/** Globs that keep ripgrep out of ignored folders at the root, such as `node_modules`, whose names need no escapes. */
async function listIgnoredFolders({ scope, ignore }: RgScope): Promise<string[]> {
  const entries = await readdir(scope.root, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const ignoringRules = await Promise.all(folders.map((name) => ignore.ignoringRule(name, true)));
  const needsNoEscapes = (name: string): boolean => /^[\w. -]*[\w.-]$/.test(name);
  const ignoredFolders = folders.filter((_, index) => ignoringRules[index] !== undefined);
  return ignoredFolders.filter(needsNoEscapes).map((name) => `/${name}`);
}

/**
 * Rejects a path that cannot be searched. Returns whether it is a folder, not a link to one.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for pipes, sockets and devices, which ripgrep would open; `NOT_FOUND`, or the
 *   code of a system error
 */
async function checkSearchable(scope: SearchScope): Promise<boolean> {
  const path = join(scope.root, scope.path);
  try {
    const linkStats = await lstat(path);
    const target = linkStats.isSymbolicLink() ? await stat(path) : linkStats;
    if (target.isFile() || target.isDirectory()) return linkStats.isDirectory();
    const what = `${scope.path} is ${describeSpecialFile(target)}, which cannot be searched.`;
    throw new ToolError('VALIDATION_ERROR', `${what} Name a folder or a file.`);
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    const { code } = toToolError(cause, 'Looking at the path');
    const what = code === 'NOT_FOUND' ? `${scope.path} does not exist.` : `${scope.path} cannot be accessed.`;
    throw new ToolError(code, `${what} List what is there with redline_list_directory.`);
  }
}

/**
 * The folders to pass to ripgrep as arguments. `undefined` if it has to walk the whole scope: it would search a folder
 * in its arguments even if that is ignored, excluded or a symbolic link.
 *
 * @param filter without globs, which are about files
 */
async function selectUsableFolders(
  scope: SearchScope,
  hintedFolders: readonly string[],
  filter: SearchFilter,
  ignore: DiskIgnore,
): Promise<readonly string[] | undefined> {
  const usable: string[] = [];
  for (const folder of hintedFolders) {
    if (isInFolder(scope.path, folder)) usable.push(scope.path);
    else if (isInFolder(folder, scope.path) && (await isUsableFolder(scope, folder, filter, ignore)))
      usable.push(folder);
    else return undefined;
  }
  return [...new Set(usable)];
}

/** Whether ripgrep would also enter a folder by itself, and name its files as our rules do. */
async function isUsableFolder(
  scope: SearchScope,
  folder: string,
  filter: SearchFilter,
  ignore: DiskIgnore,
): Promise<boolean> {
  // Ripgrep enters `a/./b`, `a//b` and even `../b`, but names the files there by a spelling that no rule matches.
  if (posix.join('/', folder) !== `/${folder}`) return false;
  try {
    const [root, real] = await Promise.all([realpath(scope.root), realpath(join(scope.root, folder))]);
    if (real !== join(root, folder) || !(await lstat(real)).isDirectory()) return false;
  } catch {
    return false;
  }
  const verdict = filter(folder);
  if (verdict === 'byExcludes' || verdict === 'hidden') return false;
  return scope.includeIgnored || (await ignore.ignoringRule(folder, true)) === undefined;
}
