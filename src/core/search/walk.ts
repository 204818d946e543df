// Walks the folders of the built-in search in path order, and counts what filters and ignore rules exclude. Declares the
// port by which the built-in search reads files and folders through the editor's file system.
import { ToolError, validationError } from '../wording/errors.ts';
import { createIgnoreTree, type IgnoreScope } from '../pattern/ignore.ts';
import { baseName, parentOf } from '../path/pathParts.ts';
import { firstByPathYielding } from '../path/comparePaths.ts';
import { createSearchFilter, type GlobTarget } from './searchFilter.ts';
import type { ExcludedCounts, SearchScope } from './textSearch.ts';

/** An entry of a folder. A symbolic link is a `link`, whatever its target is. */
export interface TreeEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
}

/** The reason why a file is not searched, such as `PNG image`. */
export interface NotText {
  readonly reason: string;
}

/**
 * A folder that is read through the editor's file system. Paths are relative to it, with `/`. Must be a plain object,
 * not an instance of a class, since the search copies it by `...` to replace `list`.
 */
export interface FileTree {
  /** The entries of a folder (`''` is the top), in any order; `undefined` if it cannot be read. */
  list(folder: string): Promise<readonly TreeEntry[] | undefined>;
  /** Text of a file, or the reason why it is not text; `undefined` if it is missing or cannot be read. */
  readText(path: string): Promise<string | NotText | undefined>;
  /** Text of the `.gitignore` of a folder; `undefined` if there is none. */
  readIgnoreFile(folder: string): Promise<string | undefined>;
  /** The ignore rules at the top, including those from outside the tree. If omitted, there are none from outside. */
  readonly ignored?: () => Promise<IgnoreScope>;
  /** Time of the last change, in milliseconds since 1970; `undefined` if it is unknown. */
  modified(path: string): Promise<number | undefined>;
  /**
   * Lets the event loop run; called after every few milliseconds of work.
   *
   * @throws the reason of an aborted signal
   */
  pause(): Promise<void>;
}

/** A walk over the files of a scope. */
export interface FileWalk {
  /** The included files, in the order of `comparePaths`. */
  readonly files: AsyncGenerator<string, void, void>;
  /** The included symbolic links so far. */
  readonly links: readonly string[];
  /** Numbers of excluded entries so far; a folder excluded with its contents counts as one. */
  excluded(): ExcludedCounts;
  /** Number of folders so far that could not be read. */
  unreadableCount(): number;
}

/**
 * Walks the folders of a scope, without following links or entering ignored and excluded folders.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid glob. Iterating over the files throws `NOT_FOUND` for a missing
 *   path, `VALIDATION_ERROR` for a link or a special file
 */
export function walkFiles(tree: FileTree, scope: SearchScope, globTarget: GlobTarget): FileWalk {
  const counts = { byGlob: 0, byExcludes: 0, hidden: 0, ignored: 0, byRules: 0 };
  let hasSkippedFolder = false;
  let unreadableCount = 0;
  const exclusionOf = compileExclusion(scope, globTarget);
  const links: string[] = [];
  const visit: Visit = (path, type, rules) => {
    if (scope.separateFolders?.includes(path) === true) return false;
    const isFolder = type === 'directory';
    const exclusion = exclusionOf(path, isFolder, rules);
    if (type === 'link') {
      if (exclusion === undefined) links.push(path);
      return false;
    }
    if (exclusion === undefined) return true;
    counts[exclusion]++;
    hasSkippedFolder ||= isFolder;
    return false;
  };
  const listReadable = async (folder: string): Promise<readonly TreeEntry[]> => {
    const entries = await tree.list(folder);
    if (entries === undefined) unreadableCount++;
    return entries ?? [];
  };
  return {
    links,
    files: walkFrom({ ...tree, list: listReadable }, scope, visit),
    excluded: () => ({ ...counts, links: links.length, atLeast: hasSkippedFolder }),
    unreadableCount: () => unreadableCount,
  };
}

/** Compiles a function that returns why an entry is excluded; undefined if it is not. */
function compileExclusion(scope: SearchScope, globTarget: GlobTarget) {
  const filter = createSearchFilter(scope, globTarget);
  // Globs and read rules are about files: a folder that they do not cover may contain files that they do.
  const folderFilter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  const { mayRead = () => true } = scope;
  return (path: string, isFolder: boolean, rules: IgnoreScope | undefined) => {
    const verdict = (isFolder ? folderFilter : filter)(path);
    // A file that may not be read counts as `byRules`, so that the numbers do not reveal whether a glob matches it.
    if (verdict !== 'wanted') return isFolder || mayRead(path) ? verdict : 'byRules';
    return rules?.ignoringRule(baseName(path), isFolder) === undefined ? undefined : 'ignored';
  };
}

/** Decides whether to yield a file, or to enter a folder; false for a link. Counts excluded entries, collects links. */
type Visit = (path: string, type: 'file' | 'directory' | 'link', rules: IgnoreScope | undefined) => boolean;

/** A tree that lists a folder that cannot be read as empty. */
interface ReadableTree extends FileTree {
  list(folder: string): Promise<readonly TreeEntry[]>;
}

async function* walkFrom(tree: ReadableTree, scope: SearchScope, visit: Visit): AsyncGenerator<string, void, void> {
  const rules = scope.includeIgnored ? undefined : await rulesAt(tree, scope.path);
  const type = scope.path === '' ? 'directory' : await entryType(tree, scope.path);
  if (type === undefined)
    throw new ToolError('NOT_FOUND', `${scope.path} does not exist. List what is there with redline_list_directory.`);
  if (type === 'link' || type === 'other')
    throw validationError(
      `${scope.path} is a link or a special file, which cannot be searched. Name a folder or a file.`,
    );
  if (type === 'directory') yield* walkFolder(tree, scope.path, rules, visit);
  // Requested by name, so the ignore rules do not apply.
  else if (visit(scope.path, 'file', undefined)) yield scope.path;
}

async function entryType(tree: ReadableTree, path: string): Promise<TreeEntry['type'] | undefined> {
  const entries = await tree.list(parentOf(path));
  return entries.find(({ name }) => name === baseName(path))?.type;
}

/** The ignore rules in a folder; undefined (none) in an ignored folder, since it was requested by name. */
async function rulesAt(tree: FileTree, path: string): Promise<IgnoreScope | undefined> {
  const isFolder = true;
  let rules = await (tree.ignored?.() ?? createIgnoreTree((folder) => tree.readIgnoreFile(folder)).root);
  for (const name of path === '' ? [] : path.split('/')) {
    if (rules.ignoringRule(name, isFolder) !== undefined) return undefined;
    // oxlint-disable-next-line no-await-in-loop -- from the top down
    rules = await rules.enter(name);
  }
  return rules;
}

async function sortEntries(tree: FileTree, entries: readonly TreeEntry[]): Promise<readonly TreeEntry[]> {
  const work = firstByPathYielding(entries, entries.length, ({ name }) => name);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    // oxlint-disable-next-line no-await-in-loop -- lets the event loop run
    await tree.pause();
  }
}

/** Entries of a folder between two pauses: a few milliseconds of work. */
const entriesBetweenPauses = 2000;

async function* walkFolder(
  tree: ReadableTree,
  folder: string,
  rules: IgnoreScope | undefined,
  visit: Visit,
): AsyncGenerator<string, void, void> {
  await tree.pause();
  const entries = await sortEntries(tree, await tree.list(folder));
  for (const [index, { name, type }] of entries.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- lets the event loop run
    if (index % entriesBetweenPauses === entriesBetweenPauses - 1) await tree.pause();
    const path = folder === '' ? name : `${folder}/${name}`;
    if (type === 'other' || !visit(path, type, rules)) continue;
    if (type === 'file') yield path;
    // oxlint-disable-next-line no-await-in-loop -- in the order of paths
    else yield* walkFolder(tree, path, await rules?.enter(name), visit);
  }
}
