import { ToolError } from '../wording/errors.ts';
import { ignoreTree, type IgnoreScope } from '../pattern/ignore.ts';
import { comparePaths } from '../path/comparePaths.ts';
import type { FileTree } from './fileTree.ts';
import { searchFilter } from './searchFilter.ts';
import type { Excluded, SearchScope } from './textSearch.ts';

/** A walk over the files of a scope. */
export interface Walk {
  /** The wanted files, in the order of `comparePaths`. */
  readonly files: AsyncGenerator<string, void, void>;
  /** The wanted links among the entries so far, which are none of the files. */
  readonly links: readonly string[];
  /** What was left out so far. What is in a folder that is left out as a whole counts as one. */
  excluded(): Excluded;
}

/**
 * Walks over a scope folder by folder, without following links, and enters none that is ignored or excluded.
 *
 * @param wholePath see `searchFilter`
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid glob; the files throw `NOT_FOUND` for a missing path
 */
export function walk(tree: FileTree, scope: SearchScope, wholePath: boolean): Walk {
  const counts = { byGlob: 0, byExcludes: 0, hidden: 0, ignored: 0, byRules: 0 };
  let skippedFolder = false;
  const filter = searchFilter(scope, wholePath);
  const folderFilter = searchFilter({ ...scope, globs: [], mayRead: () => true });
  const count = (why: keyof typeof counts, isFolder: boolean): void => {
    counts[why]++;
    skippedFolder ||= isFolder;
  };
  const links: string[] = [];
  const visit: Visit = (path, type, rules) => {
    const isFolder = type === 'directory';
    const verdict = (isFolder ? folderFilter : filter)(path);
    if (verdict !== 'wanted' && type === 'link') return false;
    if (verdict !== 'wanted') count(verdict, isFolder);
    else if (rules?.reason(path.slice(path.lastIndexOf('/') + 1), isFolder) !== undefined) count('ignored', isFolder);
    else if (type === 'link') links.push(path);
    else return true;
    return false;
  };
  return {
    links,
    files: walkFrom(tree, scope, visit),
    excluded: () => ({ ...counts, links: links.length, atLeast: skippedFolder }),
  };
}

/** Whether a file is to be answered, or a folder entered. */
type Visit = (path: string, type: 'file' | 'directory' | 'link', rules: IgnoreScope | undefined) => boolean;

async function* walkFrom(tree: FileTree, scope: SearchScope, visit: Visit): AsyncGenerator<string, void, void> {
  const rules = scope.includeIgnored ? undefined : await rulesAt(tree, scope.path);
  const type = scope.path === '' ? 'directory' : await typeOf(tree, scope.path);
  if (type === 'file') {
    if (visit(scope.path, 'file', undefined)) yield scope.path;
  } else if (type === 'directory') yield* walkFolder(tree, scope.path, rules, visit);
  else if (type === undefined) {
    const what = `${scope.path} does not exist.`;
    throw new ToolError('NOT_FOUND', `${what} List what is there with redline_list_directory.`);
  }
}

async function typeOf(tree: FileTree, path: string): Promise<string | undefined> {
  const cut = path.lastIndexOf('/');
  const entries = await tree.list(path.slice(0, Math.max(cut, 0)));
  return entries.find(({ name }) => name === path.slice(cut + 1))?.type;
}

/** The rules in a folder; none at all in one that is ignored itself, since it was asked for by name. */
async function rulesAt(tree: FileTree, path: string): Promise<IgnoreScope | undefined> {
  let scope = await (tree.ignored?.() ?? ignoreTree((folder) => tree.readIgnoreFile(folder)).root);
  for (const name of path === '' ? [] : path.split('/')) {
    if (scope.reason(name, true) !== undefined) return undefined;
    // oxlint-disable-next-line no-await-in-loop -- from the top down
    scope = await scope.enter(name);
  }
  return scope;
}

async function* walkFolder(
  tree: FileTree,
  folder: string,
  rules: IgnoreScope | undefined,
  visit: Visit,
): AsyncGenerator<string, void, void> {
  await tree.pause();
  const entries = (await tree.list(folder)).toSorted((a, b) => comparePaths(a.name, b.name));
  for (const { name, type } of entries) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (type === 'other' || !visit(path, type, rules)) continue;
    if (type === 'file') yield path;
    // oxlint-disable-next-line no-await-in-loop -- in the order of paths
    else yield* walkFolder(tree, path, await rules?.enter(name), visit);
  }
}
