// Implements the change log: finds files that others changed since an agent's last call, by comparing hashes.

import * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import { firstByPathYielding } from '../../core/path/comparePaths.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { FileChange, WorkspaceChanges } from '../../tools/ports/queryPorts.ts';
import { joinRenames, withoutSecrets, type FoundChange, type Commits } from './foundChanges.ts';
import type { KnownFiles } from './changesKnown.ts';
import { WatchedChanges, type ChangesOfWatch } from './changesWatched.ts';
import {
  dirtyNow,
  editorStamps,
  readCurrent,
  decodeIfText,
  HashCache,
  unreadState,
  type FileNow,
  type Stamps,
} from './changesNow.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import type { SearchEngines } from '../search/searchEngines.ts';
import { resolveSearchRoots, type QueryGuard, type SearchRoot } from '../search/searchFolder.ts';
import { rootOf } from '../search/searchScope.ts';

/** Maximum number of files to compare; a note reports others. */
const maxFiles = 100_000;
/** Maximum time for the first reading of all files; the others are then known only by size and time. */
const maxFirstReadMs = 4000;

export interface ChangeLogDeps {
  readonly resolver: PathResolver;
  readonly engines: SearchEngines;
  /** Reads stamps; undefined without a local disk. */
  readonly stamps: Stamps | undefined;
  readonly known: KnownFiles;
  /** Returns Watch if it runs. */
  readonly watch: () => ChangesOfWatch | undefined;
}

/** A folder whose known files are compared although they were not listed. */
interface UnlistedScope {
  readonly folder: SearchRoot;
  /** URI of the searched folder. */
  readonly top: string;
  readonly listed: ReadonlySet<string>;
  readonly isDirty: (uri: string) => boolean;
  readonly signal: AbortSignal;
}

/** Reports changes in the workspace since the last call, or since an agent read or wrote a file. */
export class ChangeLog {
  readonly #deps: ChangeLogDeps;
  readonly #known: KnownFiles;
  readonly #watched: WatchedChanges;
  /** When folders were compared first (milliseconds since 1970), by URI: an unknown file there was created since. */
  readonly #firstComparedByUri = new Map<string, number>();
  readonly #hashCache = new HashCache();
  /** Milliseconds since 1970; undefined before the first call. */
  #lastCallMs: number | undefined;

  constructor(deps: ChangeLogDeps) {
    this.#deps = deps;
    this.#known = deps.known;
    this.#watched = new WatchedChanges(deps.watch);
  }

  /**
   * Finds changes since the last call, in a path or in all folders. Records them as known only once the answer is complete.
   * @param limit maximum number of changes; the others stay unknown for the next call
   */
  async since(
    path: string | undefined,
    limit: number,
    guard: QueryGuard,
    signal: AbortSignal,
  ): Promise<WorkspaceChanges> {
    const since = this.#lastCallMs;
    const notes: string[] = [];
    const foundChanges: FoundChange[] = [];
    if (path !== undefined) await this.#requireInside(path);
    const folders = await resolveSearchRoots({ resolver: this.#deps.resolver, guard }, path);
    await this.#watched.scan(folders, signal);
    for (const folder of folders) {
      const compared = await this.#compare(folder, signal);
      // Not spread into `push`: there may be more changes than arguments.
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
    for (const folder of folders) await folder.requireUnchanged();
    for (const commit of commits) commit();
    this.#lastCallMs = Date.now();
    return { since, changes, remaining: joined.length - listed.length, notes };
  }

  async #requireInside(path: string): Promise<void> {
    const { location, subject } = await this.#deps.resolver.locate(path);
    if (subject.isInside) return;
    throw new ToolError(
      'VALIDATION_ERROR',
      `${location.path} is outside the workspace, where Redline does not track changes. Name a path in the workspace.`,
    );
  }

  /** Compares a folder's files with their recorded states, and records the state of new ones. */
  async #compare(
    folder: SearchRoot,
    signal: AbortSignal,
  ): Promise<{ changes: readonly FoundChange[]; notes: string[] }> {
    const nowMs = Date.now();
    const root = folder.folder.uri;
    const { answer } = await this.#deps.engines.find(folder, { includeIgnored: false }, maxFiles, 'path', signal);
    const paths: string[] = [];
    await forEachConcurrently(answer.files, (path) => {
      if (folder.readActionOf(path) === 'allow') paths.push(path);
    });
    const stamps = await this.#stampsOf(folder, paths);
    const top = (folder.path === '' ? root : vscode.Uri.joinPath(root, folder.path)).toString().replace(/\/$/, '');
    const comparedBefore = new Map(this.#firstComparedByUri);
    const listed = new Set<string>();
    const changes: FoundChange[] = [];
    const isDirty = dirtyNow();
    const startMs = performance.now();
    const counts = { unread: 0, notKept: 0 };
    await forEachConcurrently(paths, async (path, index) => {
      signal.throwIfAborted();
      const uri = vscode.Uri.joinPath(root, path);
      const key = uri.toString();
      listed.add(key);
      const stamp = stamps[index] ?? '';
      const isKnown = this.#known.get(key) !== undefined;
      if (!isKnown && this.#known.isFull) counts.notKept++;
      else if (!isKnown && firstComparedAt(comparedBefore, key) === undefined) {
        const isLate = performance.now() - startMs > maxFirstReadMs;
        if (isLate) counts.unread++;
        this.#record(key, isLate ? unreadState : await readCurrent(uri), stamp);
      } else {
        const difference = await this.#differenceAt(uri, { folder, path }, stamp, isDirty(key));
        if (difference !== undefined) changes.push(difference);
      }
    });
    await this.#compareUnlisted({ folder, top, listed, isDirty, signal }, changes);
    const firstMs = firstComparedAt(comparedBefore, top) ?? nowMs;
    this.#firstComparedByUri.set(top, firstMs);
    const joined = this.#watched.addSeen(changes, folder, firstMs, (uri) => this.#known.get(uri) !== undefined);
    return { changes: joined, notes: notesOn(answer.total, counts) };
  }

  #stampsOf({ folder }: SearchRoot, paths: readonly string[]): ReturnType<Stamps> {
    const { stamps } = this.#deps;
    const isLocal = folder.uri.scheme === 'file';
    return isLocal && stamps !== undefined ? stamps(rootOf(folder), paths) : editorStamps(folder.uri, paths);
  }

  /** Compares known files that were not listed: deleted ones, unsaved new ones, and ignored ones that an agent read. */
  async #compareUnlisted({ folder, top, listed, isDirty, signal }: UnlistedScope, found: FoundChange[]): Promise<void> {
    const prefixLength = folder.folder.uri.path.replace(/\/$/, '').length + 1;
    await forEachConcurrently(this.#known.below(top), async ([key, knownFile]) => {
      signal.throwIfAborted();
      if (listed.has(key)) return;
      const uri = vscode.Uri.parse(key, true);
      const path = uri.path.slice(prefixLength);
      if (folder.readActionOf(path) !== 'allow') return;
      const [stamp] = await editorStamps(folder.folder.uri, [path]);
      // Unknown whether the file is there.
      if (stamp === '') return;
      if (stamp !== undefined) {
        const difference = await this.#differenceAt(uri, { folder, path }, '', isDirty(key));
        if (difference !== undefined) found.push(difference);
        return;
      }
      const change: FileChange = { kind: 'deleted', path: folder.displayPath(path) };
      const describe = (commits: Commits): FileChange => {
        commits.push(() => {
          if (this.#known.get(key) === knownFile) this.#known.delete(key);
        });
        return change;
      };
      found.push({ change, sha256: knownFile.sha256, describe });
    });
  }

  /** Compares an existing file with its known state; an unchanged content with a new stamp is not a difference. */
  async #differenceAt(
    uri: vscode.Uri,
    at: { readonly folder: SearchRoot; readonly path: string },
    stamp: string,
    isDirty: boolean,
  ): Promise<FoundChange | undefined> {
    const key = uri.toString();
    const knownFile = this.#known.get(key);
    if (knownFile !== undefined && stamp !== '' && knownFile.stamp === stamp && !isDirty) return undefined;
    const now = await this.#hashCache.read(uri, isDirty ? '' : stamp);
    // A link to nothing has neither a hash nor a stamp.
    const isComparable = now.sha256 !== undefined || now.stamp === knownFile?.stamp;
    if (knownFile !== undefined && isComparable && knownFile.sha256 === now.sha256) {
      this.#known.restamp(key, now.stamp);
      this.#hashCache.delete(key);
      return undefined;
    }
    const path = at.folder.displayPath(at.path);
    const describe = async (commits: Commits): Promise<FileChange> => {
      const current = await readCurrent(uri);
      commits.push(() => {
        this.#hashCache.delete(key);
        // Otherwise the agent has read or written it meanwhile, which recorded a newer state.
        if (this.#known.get(key) === knownFile) this.#record(key, current, stamp);
      });
      if (knownFile === undefined) return { kind: 'created', path };
      const [before, after] = await Promise.all([decodeIfText(uri, knownFile.bytes), decodeIfText(uri, current.bytes)]);
      return { kind: 'modified', path, before, after, unsaved: current.unsaved };
    };
    const change: FileChange =
      knownFile === undefined
        ? { kind: 'created', path }
        : { kind: 'modified', path, before: undefined, after: undefined, unsaved: isDirty };
    return withoutSecrets({ change, sha256: now.sha256, describe }, at.folder, at.path);
  }

  /** Records a state as known. The stamp is that of the disk, so unsaved text is recorded without one. */
  #record(key: string, current: FileNow, stamp: string): void {
    this.#known.set(key, current, current.unsaved ? '' : stamp);
  }
}

/** Describes which files could not be compared by their contents. */
function notesOn(total: number, { unread, notKept }: { readonly unread: number; readonly notKept: number }): string[] {
  return [
    ...(total > maxFiles ? [`Only ${maxFiles} of ${total} files were compared.`] : []),
    ...(unread > 0 ? [`${unread} files were recorded by size and time only, because there are so many.`] : []),
    ...(notKept > 0 ? [`${notKept} files were not compared, because there are too many.`] : []),
  ];
}

/** When the URI or one of its ancestors was compared first; undefined if never. */
function firstComparedAt(timeByUri: ReadonlyMap<string, number>, uri: string): number | undefined {
  for (let at = uri; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const time = timeByUri.get(at);
    if (time !== undefined || !at.includes('/')) return time;
  }
}
