// Implements the change log behind `redline_changes_since`: lists the files of each folder, and compares each with its
// last known state.

import * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import { firstByPathYielding } from '../../core/path/comparePaths.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { FileChange, WorkspaceChanges } from '../../tools/ports/queryPorts.ts';
import { ComparedFolders, findLastPath } from './comparedFolders.ts';
import { joinRenames, hideUnreadableTexts, type FoundChange, type Commits } from './foundChanges.ts';
import { unknownStamp, type KnownFiles } from './knownFiles.ts';
import { WatchedChanges, type ChangesOfWatch } from './watchedChanges.ts';
import { createDirtyTest, editorStamps, readCurrent, unreadState, type ReadStamps } from './currentFiles.ts';
import { FileDifferences } from './fileDifferences.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import type { SearchEngines } from '../search/searchEngines.ts';
import { relativeTo, resolveSearchRoots, type QueryGuard, type SearchRoot } from '../search/searchRoots.ts';
import { diskPathOrUri } from '../search/searchScope.ts';

/** Maximum number of files to compare in a folder; a note reports how many were left out. */
const maxFiles = 100_000;
/** Maximum time of reading a folder's files for the first time; the others are recorded by size and time only. */
const maxFirstReadMs = 4000;

export interface ChangeLogDeps {
  readonly resolver: PathResolver;
  readonly engines: SearchEngines;
  /** Reads the stamps of local files; undefined without a local disk, where VS Code's file system is used. */
  readonly readStamps: ReadStamps | undefined;
  readonly known: KnownFiles;
  /** Returns Watch if it runs. */
  readonly watch: () => ChangesOfWatch | undefined;
}

/** The comparison of one folder, and its results so far. */
interface FolderComparison {
  readonly root: SearchRoot;
  /** URI of the searched folder or file. */
  readonly rootUri: string;
  /** Returns the key of a file in `KnownFiles`, its URI, by its path in the folder. */
  readonly keyOf: (path: string) => string;
  /** The folders compared before this comparison. */
  readonly compared: ComparedFolders;
  /** Start of the comparison, by the clock of `performance.now()`. */
  readonly startMs: number;
  readonly isDirty: (uri: string) => boolean;
  readonly signal: AbortSignal;
  /** Keys of the listed files; the other known ones are compared by `#compareUnlisted`. */
  readonly listedUris: Set<string>;
  readonly changes: FoundChange[];
  /** Numbers of files that were recorded unread, and that were not compared since the maximum of known files is reached. */
  readonly counts: { unread: number; notCompared: number };
}

/** Reports changes in the workspace since the last call, or since an agent read or wrote a file. One for the window. */
export class ChangeLog {
  readonly #deps: ChangeLogDeps;
  readonly #known: KnownFiles;
  readonly #watched: WatchedChanges;
  readonly #compared = new ComparedFolders();
  readonly #differences: FileDifferences;
  /** Time of the last call in any folder, in milliseconds since 1970; undefined before the first one. */
  #lastCallMs: number | undefined;

  constructor(deps: ChangeLogDeps) {
    this.#deps = deps;
    this.#known = deps.known;
    this.#differences = new FileDifferences(deps.known);
    this.#watched = new WatchedChanges(deps.watch);
  }

  /**
   * Finds changes since the last call, in a path or (if it is undefined) in all folders. Records them as known only once
   * the answer is complete, so that a call that fails or is cancelled loses none.
   *
   * @param limit maximum number of changes; the others stay unknown for the next call
   */
  async since(
    path: string | undefined,
    limit: number,
    guard: QueryGuard,
    signal: AbortSignal,
  ): Promise<WorkspaceChanges> {
    const lastCallMs = this.#lastCallMs;
    const foundChanges: FoundChange[] = [];
    if (path !== undefined) await this.#requireInside(path);
    const roots = await resolveSearchRoots({ resolver: this.#deps.resolver, guard }, path);
    const notes = [...(await this.#watched.scan(roots, signal))];
    for (const root of roots) {
      const compared = await this.#compareFolder(root, signal);
      // Pushes one by one: there may be more changes than a call can have arguments.
      for (const change of compared.changes) foundChanges.push(change);
      notes.push(...compared.notes);
    }
    const joined = await runYielding(joinRenames(foundChanges));
    const listed = await runYielding(firstByPathYielding(joined, limit, ({ change }) => change.path));
    const changes: FileChange[] = [];
    const commits: Commits = [];
    await forEachConcurrently(listed, async ({ describe }, index) => {
      changes[index] = await describe(commits);
    });
    signal.throwIfAborted();
    // Only now, since texts were read after the folders were listed (TOCTOU).
    for (const root of roots) await root.requireUnchanged();
    for (const commit of commits) commit();
    this.#lastCallMs = Date.now();
    return { since: lastCallMs, changes, remaining: joined.length - listed.length, notes };
  }

  async #requireInside(path: string): Promise<void> {
    const { location, subject } = await this.#deps.resolver.locate(path);
    if (subject.isInside) return;
    throw new ToolError(
      'VALIDATION_ERROR',
      `${location.path} is outside the workspace, where Redline does not track changes. Name a path in the workspace.`,
    );
  }

  /** Compares a folder's files with their known states. Records new files at once, changed ones only by their commits. */
  async #compareFolder(
    root: SearchRoot,
    signal: AbortSignal,
  ): Promise<{ readonly changes: readonly FoundChange[]; readonly notes: readonly string[] }> {
    const nowMs = Date.now();
    const target = { includeIgnored: false };
    const { answer } = await this.#deps.engines.find(withoutAsking(root), target, maxFiles, 'any', signal);
    const paths = answer.files;
    const stamps = await this.#readStamps(root, paths);
    const comparison: FolderComparison = {
      root,
      rootUri: rootUriOf(root),
      keyOf: createKeyOf(root.folder.uri),
      compared: this.#compared.copy(),
      startMs: performance.now(),
      isDirty: createDirtyTest(),
      signal,
      listedUris: new Set(),
      changes: [],
      counts: { unread: 0, notCompared: 0 },
    };
    await forEachConcurrently(paths, (path, index) =>
      this.#compareListed(path, stamps[index] ?? unknownStamp, comparison),
    );
    await this.#compareUnlisted(comparison);
    const { rootUri, changes, counts, compared } = comparison;
    const firstMs = compared.firstComparedAt(rootUri, uriPathOf(root, root.path)) ?? nowMs;
    const lastPath = answer.total > paths.length ? uriPathOf(root, findLastPath(paths)) : undefined;
    // Files that could not be recorded must not count as created once others make room for them.
    if (counts.notCompared === 0) this.#compared.add(rootUri, firstMs, lastPath);
    const completed = this.#watched.addSeen(changes, root, firstMs, (uri) => this.#known.get(uri) !== undefined);
    return { changes: completed, notes: [...answer.notes, ...notesOnUncompared(answer.total, counts)] };
  }

  /**
   * Compares a listed file, and adds a change to `comparison.changes`. An unknown file counts as created only if its folder
   * was compared before; otherwise it may be old, and is only recorded.
   */
  async #compareListed(path: string, stamp: string, comparison: FolderComparison): Promise<void> {
    const { root, keyOf, compared, isDirty, signal, listedUris, changes, counts } = comparison;
    signal.throwIfAborted();
    const uri = (): vscode.Uri => vscode.Uri.joinPath(root.folder.uri, path);
    const key = keyOf(path);
    listedUris.add(key);
    const isKnown = this.#known.get(key) !== undefined;
    if (!isKnown && this.#known.isFull) {
      counts.notCompared++;
      return;
    }
    if (!isKnown && compared.firstComparedAt(key, uriPathOf(root, path)) === undefined) {
      const isLate = performance.now() - comparison.startMs > maxFirstReadMs;
      if (isLate) counts.unread++;
      this.#differences.record(key, isLate ? unreadState : await readCurrent(uri()), stamp);
      return;
    }
    const file = { key, uri, displayPath: () => root.displayPath(path) };
    const difference = await this.#differences.compare(file, stamp, isDirty(key));
    if (difference !== undefined) changes.push(hideUnreadableTexts(difference, root, path));
  }

  #readStamps({ folder }: SearchRoot, paths: readonly string[]): ReturnType<ReadStamps> {
    const { readStamps } = this.#deps;
    const isLocal = folder.uri.scheme === 'file';
    return isLocal && readStamps !== undefined
      ? readStamps(diskPathOrUri(folder), paths)
      : editorStamps(folder.uri, paths);
  }

  /** Compares known files that were not listed: deleted, unsaved new, and ignored files that an agent read. */
  async #compareUnlisted({ root, rootUri, listedUris, isDirty, signal, changes }: FolderComparison): Promise<void> {
    await forEachConcurrently(this.#known.walkTree(rootUri), async ([key, knownFile]) => {
      signal.throwIfAborted();
      if (listedUris.has(key)) return;
      const uri = vscode.Uri.parse(key, true);
      const path = relativeTo(root.folder, uri);
      if (root.readActionOf(path) !== 'allow') return;
      const [editorStamp] = await editorStamps(root.folder.uri, [path]);
      // An unknown stamp leaves open whether the file exists.
      if (editorStamp === unknownStamp) return;
      // The file was deleted, or replaced by a folder.
      if (editorStamp === undefined) {
        changes.push(this.#differences.createDeletion(key, knownFile, root.displayPath(path)));
        return;
      }
      // The folder of a file that the listing no longer finds may have become a link, which may lead anywhere.
      if (!(await root.mayReadTarget(path))) return;
      const file = { key, uri: () => uri, displayPath: () => root.displayPath(path) };
      // Links and large files are known by their stamps alone, which differ in form from VS Code's.
      const [stamp = unknownStamp] = await this.#readStamps(root, [path]);
      const difference = await this.#differences.compare(file, stamp, isDirty(key));
      if (difference !== undefined) changes.push(hideUnreadableTexts(difference, root, path));
    });
  }
}

/** URI of the searched folder or file, without a final slash. */
function rootUriOf({ folder, path }: SearchRoot): string {
  return (path === '' ? folder.uri : vscode.Uri.joinPath(folder.uri, path)).toString().replace(/\/$/, '');
}

/** The search root, but denying files whose reading needs an approval: their changes are not reported. */
function withoutAsking(root: SearchRoot): SearchRoot {
  return { ...root, readActionOf: (path) => (root.readActionOf(path) === 'allow' ? 'allow' : 'deny') };
}

/** Matches paths without characters that a URI escapes. */
const pathWithoutEscapes = /^[\w.-]+(?:\/[\w.-]+)*$/;

/** Returns a function that formats the URI of a file by its path: as a `Uri` does, but for most paths much faster. */
function createKeyOf(folder: vscode.Uri): (path: string) => string {
  const prefix = folder.toString().replace(/\/?$/, '/');
  return (path) => (pathWithoutEscapes.test(path) ? prefix + path : vscode.Uri.joinPath(folder, path).toString());
}

function notesOnUncompared(
  total: number,
  { unread, notCompared }: { readonly unread: number; readonly notCompared: number },
): string[] {
  return [
    ...(total > maxFiles ? [`Only ${maxFiles} of ${total} files were compared.`] : []),
    ...(unread > 0 ? [`${unread} files were recorded by size and time only, because there are so many.`] : []),
    ...(notCompared > 0 ? [`${notCompared} files were not compared, because there are too many.`] : []),
  ];
}

/** The path of a file's URI, without escapes. Most are joined here, since a `Uri` for each file would be slow. */
function uriPathOf({ folder: { uri } }: SearchRoot, path: string): string {
  return pathWithoutEscapes.test(path) ? `${uri.path.replace(/\/$/, '')}/${path}` : vscode.Uri.joinPath(uri, path).path;
}
