import * as vscode from 'vscode';
import type { Change, Content, Location } from '../core/change.ts';
import { renamesAmong, type Hashed } from '../core/renames.ts';
import { comparePaths } from '../core/search/comparePaths.ts';
import type { FileChange, WorkspaceChanges } from '../tools/queryPorts.ts';
import { KnownFiles } from './changesKnown.ts';
import { editorStamps, readNow, textOf, type Stamps } from './changesNow.ts';
import type { Places } from './places.ts';
import type { SearchEngines } from './searchEngines.ts';
import { searchFolders, type QueryGuard, type SearchFolder } from './searchFolder.ts';
import { rootOf } from './searchScope.ts';

/** Files that are compared; a larger workspace is told to be compared in part. */
const mostFiles = 100_000;
/** Reading for the first time ends after this many milliseconds; what is left is known by size and time alone. */
const firstReading = 4000;
const unknown = { sha256: undefined, bytes: undefined };

export interface ChangeLogParts {
  readonly places: Places;
  readonly engines: SearchEngines;
  /** Absent where there is no local disk. */
  readonly stamps: Stamps | undefined;
}

/** One file that differs from what was known of it. */
interface Found {
  readonly change: FileChange;
  readonly sha256: string | undefined;
  /** Makes it known, once it is told, and answers it with the texts of both sides where both are known. */
  readonly settle: () => FileChange | Promise<FileChange>;
}

/** What a file that differs was seen to hold; it is not read again before it is told. */
interface Seen {
  readonly stamp: string;
  readonly sha256: string | undefined;
}

/** Tells what changed in the workspace since it was last asked, or since an agent last read or wrote a file. */
export class ChangeLog {
  readonly #parts: ChangeLogParts;
  readonly #known = new KnownFiles();
  /** Where a call has looked: what is not known there has come since. */
  readonly #looked = new Set<string>();
  readonly #seen = new Map<string, Seen>();
  #since: number | undefined;

  constructor(parts: ChangeLogParts) {
    this.#parts = parts;
  }

  /** An agent has read this, or written it. */
  know(at: Location, content: Content): void {
    if (content.kind === 'text' || content.kind === 'binary') this.#known.set(at.uri, content, '');
  }

  /** An agent's changes are no news to it. */
  knowChanges(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'move') this.#known.move(change.from.uri, change.at.uri);
      if (change.kind === 'delete') for (const [uri] of this.#known.at(change.at.uri)) this.#known.delete(uri);
      if ('after' in change) this.know(change.at, change.after);
    }
  }

  async since(
    path: string | undefined,
    limit: number,
    guard: QueryGuard,
    signal: AbortSignal,
  ): Promise<WorkspaceChanges> {
    const since = this.#since;
    const notes: string[] = [];
    const found: Found[] = [];
    for (const folder of await searchFolders({ places: this.#parts.places, guard }, path)) {
      const compared = await this.#compare(folder, signal);
      found.push(...compared.found);
      notes.push(...compared.notes);
    }
    const joined = joinRenames(found).sort((a, b) => comparePaths(a.change.path, b.change.path));
    const told = joined.slice(0, limit);
    const changes: FileChange[] = [];
    await eachInLanes(told, async ({ settle }, index) => {
      changes[index] = await settle();
    });
    this.#since = Date.now();
    return { since, changes, remaining: joined.length - told.length, notes };
  }

  async #compare(folder: SearchFolder, signal: AbortSignal): Promise<{ found: Found[]; notes: string[] }> {
    const root = folder.folder.uri;
    const where = { includeIgnored: false };
    const { answer } = await this.#parts.engines.find(folder, where, mostFiles, 'path', signal);
    const paths = answer.files.filter((path) => folder.actionOf(path) === 'allow');
    const stamps =
      root.scheme === 'file' && this.#parts.stamps !== undefined
        ? await this.#parts.stamps(rootOf(folder.folder), paths)
        : await editorStamps(root, paths);
    const top = (folder.path === '' ? root : vscode.Uri.joinPath(root, folder.path)).toString();
    const before = [...this.#looked];
    const wasLooked = (uri: string): boolean => before.some((looked) => uri === looked || uri.startsWith(`${looked}/`));
    const here = new Set<string>();
    const found: Found[] = [];
    const started = performance.now();
    let unread = 0;
    await eachInLanes(paths, async (path, index) => {
      signal.throwIfAborted();
      const uri = vscode.Uri.joinPath(root, path);
      here.add(uri.toString());
      const stamp = stamps[index] ?? '';
      const known = this.#known.get(uri.toString());
      if (known === undefined && !wasLooked(uri.toString())) {
        const isLate = performance.now() - started > firstReading;
        if (isLate) unread++;
        this.#known.set(uri.toString(), isLate ? unknown : await readNow(uri), stamp);
        return;
      }
      const difference = await this.#differenceAt(uri, folder.nameOf(path), stamp);
      if (difference !== undefined) found.push(withoutSecrets(difference, folder, path));
    });
    found.push(...(await this.#elsewhere(folder, top, here)));
    this.#looked.add(top);
    const notes = [
      ...(answer.total > mostFiles ? [`Only ${mostFiles} of ${answer.total} files were compared.`] : []),
      ...(unread > 0 ? [`${unread} files were taken down by size and time alone, since there are many.`] : []),
    ];
    return { found, notes };
  }

  /** What is known and was not listed: it has gone, or is ignored and was read by an agent, or not saved yet. */
  async #elsewhere(folder: SearchFolder, top: string, listed: ReadonlySet<string>): Promise<Found[]> {
    const known = this.#known.at(top).filter(([uri]) => !listed.has(uri));
    const root = folder.folder.uri.path.replace(/\/$/, '').length + 1;
    const found = await Promise.all(
      known.map(async ([key, { sha256 }]) => {
        const uri = vscode.Uri.parse(key, true);
        const path = uri.path.slice(root);
        if (folder.actionOf(path) !== 'allow') return undefined;
        const [stamp] = await editorStamps(folder.folder.uri, [path]);
        if (stamp !== undefined) {
          const difference = await this.#differenceAt(uri, folder.nameOf(path), '');
          return difference === undefined ? undefined : withoutSecrets(difference, folder, path);
        }
        const change: FileChange = { kind: 'deleted', path: folder.nameOf(path) };
        const settle = (): FileChange => {
          this.#known.delete(key);
          return change;
        };
        return { change, sha256, settle };
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  /** How a file that is there differs from what is known; what is the same under other times is taken down silently. */
  async #differenceAt(uri: vscode.Uri, path: string, stamp: string): Promise<Found | undefined> {
    const key = uri.toString();
    const known = this.#known.get(key);
    const isDirty = vscode.workspace.textDocuments.some((one) => one.isDirty && one.uri.toString() === key);
    if (known !== undefined && stamp !== '' && known.stamp === stamp && !isDirty) return undefined;
    const now = await this.#see(uri, isDirty ? '' : stamp);
    if (known !== undefined && now.sha256 !== undefined && known.sha256 === now.sha256) {
      this.#known.restamp(key, now.stamp);
      this.#seen.delete(key);
      return undefined;
    }
    const settle = async (): Promise<FileChange> => {
      const told = await readNow(uri);
      this.#seen.delete(key);
      this.#known.set(key, told, told.unsaved ? '' : stamp);
      if (known === undefined) return { kind: 'created', path };
      const [before, after] = await Promise.all([textOf(uri, known.bytes), textOf(uri, told.bytes)]);
      return { kind: 'modified', path, before, after, unsaved: told.unsaved };
    };
    const change: FileChange =
      known === undefined
        ? { kind: 'created', path }
        : { kind: 'modified', path, before: undefined, after: undefined, unsaved: isDirty };
    return { change, sha256: now.sha256, settle };
  }

  /** What a file holds now, by its hash; read only if it was not seen with these times. */
  async #see(uri: vscode.Uri, stamp: string): Promise<Seen> {
    const key = uri.toString();
    const seen = this.#seen.get(key);
    if (seen !== undefined && stamp !== '' && seen.stamp === stamp) return seen;
    const { sha256, unsaved } = await readNow(uri);
    const now = { stamp: unsaved ? '' : stamp, sha256 };
    if (now.stamp !== '') this.#seen.set(key, now);
    return now;
  }
}

/** Without the texts of a file that is, under another name, one that may not be told of. */
function withoutSecrets(found: Found, { mayTell }: SearchFolder, path: string): Found {
  const settle = async (): Promise<FileChange> => {
    const change = await found.settle();
    if (change.kind !== 'modified' || (await mayTell(path).catch(() => false))) return change;
    return { ...change, before: undefined, after: undefined };
  };
  return { ...found, settle };
}

/** A file that went and one that came with the same bytes are one that was renamed. */
function joinRenames(found: readonly Found[]): Found[] {
  const hashed = (kind: FileChange['kind']): Hashed[] =>
    found.filter(({ change }) => change.kind === kind).map(({ change, sha256 }) => ({ path: change.path, sha256 }));
  const byPath = new Map(found.map((one) => [`${one.change.kind}:${one.change.path}`, one]));
  const renamed = renamesAmong(hashed('deleted'), hashed('created')).flatMap(({ from, to }): Found[] => {
    const [gone, come] = [byPath.get(`deleted:${from}`), byPath.get(`created:${to}`)];
    if (gone === undefined || come === undefined) return [];
    byPath.delete(`deleted:${from}`);
    byPath.delete(`created:${to}`);
    const change: FileChange = { kind: 'renamed', path: to, from };
    const settle = async (): Promise<FileChange> => {
      await gone.settle();
      await come.settle();
      return change;
    };
    return [{ ...come, change, settle }];
  });
  return [...byPath.values(), ...renamed];
}

async function eachInLanes<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}
