import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError, toToolError } from '../../../core/wording/errors.ts';
import type { IgnoreReason } from '../../../core/pattern/ignore.ts';
import { searchFilter, type SearchFilter } from '../../../core/search/searchFilter.ts';
import type { SearchScope } from '../../../core/search/textSearch.ts';
import { diskIgnore, type DiskIgnore } from '../../git/diskIgnore.ts';
import { kindOf } from '../../files/openRegular.ts';
import { excludesOf, type RgWalk } from './rgArguments.ts';
import { globHints, isIn } from '../output/rgHints.ts';
import { holdsUnfitAnywhere } from './rgStuck.ts';

/** A scope made ready for ripgrep. */
export interface RgScope {
  readonly scope: SearchScope;
  readonly filter: SearchFilter;
  /** Whether the path of the scope is a folder. */
  readonly isDirectory: boolean;
  readonly walk: RgWalk;
  /** Ripgrep's walk reaches exactly the files that the filter wants, but for those the rules forbid. */
  readonly exact: boolean;
  readonly ignore: DiskIgnore;
  readonly notes: () => readonly string[];
}

/**
 * @param wholePath see `searchFilter`
 * @throws `ToolError` `NOT_FOUND`, `VALIDATION_ERROR` for a glob
 */
export async function rgScope(
  scope: SearchScope,
  wholePath: boolean,
  signal: AbortSignal | undefined,
): Promise<RgScope> {
  const filter = searchFilter(scope, wholePath);
  const positive = scope.globs.filter((glob) => !glob.startsWith('!'));
  const isDirectory = await typeOf(scope);
  const ignore = await diskIgnore(scope.root);
  const why = scope.path === '' || scope.includeIgnored ? undefined : await ignore.reason(scope.path, isDirectory);
  const hints = globHints(positive, wholePath);
  const folders = await usableFolders(scope, hints.folders, searchFilter({ ...scope, globs: [] }), ignore);
  const { excludes, exact } = excludesOf(scope);
  const unruled = scope.includeIgnored || why !== undefined;
  const { outerFiles, ignoreCase } = ignore;
  const paths = folders ?? [scope.path];
  // Sent to a folder, ripgrep reads the rules above it only if it may look above the root, too.
  const parents = ignore.inRepository || paths.some((path) => path !== '');
  const unhides = !scope.includeHidden && hints.names.length > 0;
  const ready: RgScope = {
    scope,
    filter,
    isDirectory,
    walk: {
      paths,
      names: isDirectory ? hints.names : [],
      hidden: scope.includeHidden,
      rules: unruled ? 'none' : 'ripgrep',
      parents,
      outerFiles,
      ignoreCase,
      encoding: scope.encoding,
      excludes,
      isStuck: atFirstCall(() => holdsUnfitAnywhere(scope, ignore, signal)),
    },
    exact: hints.exact && folders !== undefined && exact && !unhides,
    ignore,
    notes: () => [
      ...(why === undefined ? [] : [`${scope.path} is ignored${ruleOf(why)}, but was searched because you named it.`]),
      ...ignore.notes(),
    ],
  };
  const isAlike =
    unruled ||
    ((await ignore.readsAsGit(isDirectory ? scope.path : '')) && !(parents && (await ignore.hasRulesAbove())));
  return isAlike ? ready : withOwnRules(ready);
}

/** The several runs of one search share an answer. */
function atFirstCall<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= work());
}

/** The rule's words, if they stand in the workspace. */
function ruleOf({ directory, pattern }: IgnoreReason): string {
  return directory === undefined ? '' : ` (${pattern})`;
}

/** The scope with git's rules read by us, where ripgrep makes something else of some file of them. */
export async function withOwnRules(ready: RgScope): Promise<RgScope> {
  ready.ignore.decide();
  const excludes = [...ready.walk.excludes, ...(await ignoredFolders(ready))];
  return { ...ready, exact: false, walk: { ...ready.walk, rules: 'own', excludes } };
}

/** Globs for the ignored folders at the top, which hold most of what is ignored, so that nobody walks through them. */
async function ignoredFolders({ scope, ignore }: RgScope): Promise<string[]> {
  const entries = await readdir(scope.root, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const reasons = await Promise.all(folders.map((name) => ignore.reason(name, true)));
  const plain = folders.filter((name, index) => reasons[index] !== undefined && /^[\w. -]+$/.test(name));
  return plain.map((name) => `/${name}`);
}

/** Whether the path is a folder; neither one nor a file is refused, since ripgrep opens what it is told to. */
async function typeOf(scope: SearchScope): Promise<boolean> {
  const path = join(scope.root, scope.path);
  try {
    const own = await lstat(path);
    const target = own.isSymbolicLink() ? await stat(path) : own;
    if (target.isFile() || target.isDirectory()) return own.isDirectory();
    const what = `${scope.path} is ${kindOf(target)}, which cannot be searched.`;
    throw new ToolError('VALIDATION_ERROR', `${what} Name a folder or a file.`);
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    const { code } = toToolError(cause, 'Looking at the path');
    const what = code === 'NOT_FOUND' ? `${scope.path} does not exist.` : `${scope.path} cannot be accessed.`;
    throw new ToolError(code, `${what} List what is there with redline_list_directory.`);
  }
}

/**
 * The folders that ripgrep may be sent to directly, `undefined` where the whole scope has to be walked: named as an
 * argument, a folder would be searched even if it is ignored, excluded, or behind a link.
 */
async function usableFolders(
  scope: SearchScope,
  hinted: readonly string[],
  filter: SearchFilter,
  ignore: DiskIgnore,
): Promise<readonly string[] | undefined> {
  const usable: string[] = [];
  for (const folder of hinted) {
    if (isIn(scope.path, folder)) usable.push(scope.path);
    else {
      // oxlint-disable-next-line no-await-in-loop -- there are one or two
      if (!isIn(folder, scope.path) || !(await isPlainFolder(scope, folder, filter, ignore))) return undefined;
      usable.push(folder);
    }
  }
  return [...new Set(usable)];
}

async function isPlainFolder(
  scope: SearchScope,
  folder: string,
  filter: SearchFilter,
  ignore: DiskIgnore,
): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([realpath(scope.root), realpath(join(scope.root, folder))]);
    if (real !== join(root, folder) || !(await lstat(real)).isDirectory()) return false;
  } catch {
    return false;
  }
  const verdict = filter(folder);
  if (verdict === 'byExcludes' || verdict === 'hidden') return false;
  return scope.includeIgnored || (await ignore.reason(folder, true)) === undefined;
}
