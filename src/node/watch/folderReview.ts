// Tracks the unreviewed changes of one workspace folder: scans the disk, attributes each change, and stores the state.

import { lstatSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fold, openItem } from '../../core/watch/fold.ts';
import { mergeBytes } from '../../core/watch/mergeBytes.ts';
import { movedItem } from '../../core/watch/movedItem.ts';
import type { ReviewItem, Step, StoredFile } from '../../core/watch/reviewItem.ts';
import type { Interval } from '../../core/watch/spans.ts';
import { contentIdsOf, readState, writeState, type WatchState } from '../../core/watch/watchState.ts';
import type { Write } from '../../core/watch/writes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import type { FolderWatch, WriteAttribution } from '../../tools/ports/watchPort.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import { codeOf } from '../disk/errorCode.ts';
import { segmentsOf } from './changeSegments.ts';
import { storedTrees, restoreTrees } from './storedTrees.ts';
import { withLock } from './watchLock.ts';
import type { Trees, WatchedFolder } from './watchedFolder.ts';
import type { Sides } from './watchedTree.ts';
import { diskPath, requireStored } from './withheldFiles.ts';

export interface FolderReviewDeps {
  /** URI of the workspace folder, without a final slash. */
  readonly folder: string;
  readonly watched: WatchedFolder;
  /** Private storage folder. */
  readonly storage: StorageFolder;
  /** The storage folder's `file:` URI. */
  readonly storageUri: string;
}

const stateFile = 'state';
/** Maximum age of steps that no item needs, in milliseconds, and maximum number of steps. */
const maxAge = 14 * 24 * 3600 * 1000;
const maxSteps = 20_000;
/** Size of the store above which unneeded contents are removed (or twice the size needed the last time). */
const maxStore = { files: 2000, bytes: 1024 * 1024 * 1024 };
/** Maximum size of a file that is read synchronously, in bytes: a few milliseconds of work. */
const maxReadNow = 8 * 1024 * 1024;
/** Number of scans between two measurements of the store's size. */
const weighEvery = 50;

const unknown: WatchState = {
  head: { version: 1, lookedAt: 0, revision: '', trees: [] },
  items: new Map(),
  steps: [],
};

export class FolderReview implements FolderWatch {
  readonly #deps: FolderReviewDeps;
  #state = unknown;
  /** Stamp of the file that `#state` was read from, or written to. */
  #stamp = '';
  #looksUntilWeighed = 0;
  #maxBytes = maxStore.bytes;

  constructor(deps: FolderReviewDeps) {
    this.#deps = deps;
  }

  get items(): ReadonlyMap<string, ReviewItem> {
    return this.#state.items;
  }

  get steps(): readonly Step[] {
    return this.#state.steps;
  }

  /** Reads the state that another window, or this one before a reload, has stored. */
  async refresh(): Promise<void> {
    const stamp = await this.#stampNow();
    if (stamp !== '' && stamp === this.#stamp) return;
    const bytes = await this.#deps.storage.read(stateFile);
    this.#stamp = stamp;
    if (bytes === undefined) {
      this.#state = unknown;
      return;
    }
    const text = Buffer.from(bytes).toString();
    const { revision } = this.#state.head;
    if (revision !== '' && text.slice(0, text.indexOf('\n')).includes(revision)) return;
    this.#state = (await runYielding(readState(text, this.#deps.folder))) ?? unknown;
  }

  /** Scans the disk. @throws GitUnusable, GitFailed, and errors of the disk; then nothing has changed */
  async scan(attribution: WriteAttribution): Promise<void> {
    const { watched, storage } = this.#deps;
    await withLock(storage, async () => {
      await this.refresh();
      const { head } = this.#state;
      const from = Date.now();
      const { changes, trees } = await watched.scan(restoreTrees(this.#state));
      const isSame = changes.size === 0 && head.trees.every(({ below, name }) => trees.get(below)?.name === name);
      if (isSame && trees.size === head.trees.length) {
        this.#state = { ...this.#state, head: { ...head, lookedAt: from } };
        return;
      }
      await attribution.noted();
      const interval = { from: head.lookedAt, to: Date.now() };
      const next = await this.#withChanges(changes, interval, attribution);
      await this.#save({ ...next, head: { ...head, lookedAt: from, trees: storedTrees(trees) } });
      await watched.removeOthers(trees);
      await this.#prune(trees);
    });
  }

  async contentOf(file: StoredFile): Promise<Uint8Array> {
    requireStored(file);
    return this.#deps.watched.repository.content(file.id);
  }

  readNow(name: string): Uint8Array | 'unread' | undefined {
    const file = diskPath(fileURLToPath(this.#deps.folder), name);
    try {
      const stats = lstatSync(file);
      return stats.isFile() && stats.size <= maxReadNow ? readFileSync(file) : 'unread';
    } catch (cause) {
      return codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR' ? undefined : 'unread';
    }
  }

  dispose(): void {
    this.#deps.watched.repository.dispose();
  }

  /** Moves the baselines of items to those in `items`. */
  async keep(items: readonly ReviewItem[]): Promise<void> {
    await this.#edit(items, (now, { current }) => openItem({ ...now, baseline: current }));
  }

  async keepPart(item: ReviewItem, bytes: Uint8Array): Promise<void> {
    await this.#edit([item], async (now) => {
      for (const side of [now.baseline, now.current]) if (side !== undefined) requireStored(side);
      // A partially accepted text leaves the mode unreviewed.
      const { mode = 'file', permissions } = now.baseline ?? now.current ?? {};
      const id = await this.#deps.watched.repository.put(bytes);
      return openItem({ ...now, baseline: { mode, size: bytes.length, id, permissions } });
    });
  }

  /** Drops the steps that no item needs, and deletes contents that nothing else needs. */
  async clearHistory(): Promise<void> {
    await withLock(this.#deps.storage, async () => {
      await this.refresh();
      const { items, steps } = this.#state;
      const needed = new Set([...items.values()].flatMap((item) => item.steps.map(({ id }) => id)));
      await this.#save({ ...this.#state, steps: steps.filter(({ id }) => needed.has(id)) });
      await this.#keepNeeded(restoreTrees(this.#state));
    });
  }

  async #edit(
    items: readonly ReviewItem[],
    change: (now: ReviewItem, given: ReviewItem) => Promise<ReviewItem | undefined> | ReviewItem | undefined,
  ): Promise<void> {
    await withLock(this.#deps.storage, async () => {
      await this.refresh();
      const all = new Map(this.#state.items);
      for (const given of items) {
        const now = all.get(given.path);
        const next = now && (await change(now, given));
        if (next === undefined) all.delete(given.path);
        else all.set(given.path, next);
      }
      await this.#save({ ...this.#state, items: all });
    });
  }

  async #withChanges(
    changes: ReadonlyMap<string, Sides>,
    interval: Interval,
    attribution: WriteAttribution,
  ): Promise<WatchState> {
    const before = this.#state.items;
    const items = new Map(before);
    const steps: Step[] = [];
    const moved = new Map<string, Step>();
    const itemAt = (path: string): ReviewItem | undefined => (changes.has(path) ? before.get(path) : undefined);
    const writesOf = (path: string): readonly Write[] => attribution.writesOf(path, interval.from);
    const { folder, watched } = this.#deps;
    const about = {
      folder,
      interval,
      origin: attribution.originOf(interval),
      attribution,
      repository: watched.repository,
    };
    await forEachConcurrently(changes, async ([path, sides]) => {
      const file = { folder, path };
      let item = before.get(path) ?? (sides.before === undefined ? movedItem(path, itemAt, writesOf) : undefined);
      if (item !== undefined && !before.has(path)) for (const step of item.steps) moved.set(step.id, step);
      for (const segment of await segmentsOf(path, sides, about)) {
        item = await fold(item, segment, file, (...versions) => this.#merge(...versions));
        if (segment.step !== undefined) steps.push(segment.step);
      }
      if (item === undefined) items.delete(path);
      else items.set(path, item);
    });
    const earlier = this.#state.steps.map((step) => moved.get(step.id) ?? step);
    const kept = [...earlier, ...steps].filter(({ time }) => time > Date.now() - maxAge).slice(-maxSteps);
    const inOrder = [...items].sort(([one], [other]) => (one < other ? -1 : 1));
    return { ...this.#state, items: new Map(inOrder), steps: kept };
  }

  async #merge(base: StoredFile, ours: StoredFile, theirs: StoredFile): Promise<StoredFile | undefined> {
    const { repository } = this.#deps.watched;
    const [one, two, three] = await Promise.all([base, ours, theirs].map(({ id }) => repository.content(id)));
    const merged = one && two && three && mergeBytes(one, two, three);
    return merged && { mode: ours.mode, size: merged.length, id: await repository.put(merged) };
  }

  async #save(state: WatchState): Promise<void> {
    const next = { ...state, head: { ...state.head, revision: crypto.randomUUID() } };
    const lines = await runYielding(writeState(next));
    await this.#deps.storage.write(
      stateFile,
      lines.map((line) => Buffer.from(`${line}\n`)),
    );
    this.#state = next;
    this.#stamp = await this.#stampNow();
  }

  /** Identifies the saved version: each save replaces the file. Empty if there is none. */
  async #stampNow(): Promise<string> {
    const file = path.join(fileURLToPath(this.#deps.storageUri), stateFile);
    const stats = await stat(file, { bigint: true }).catch(() => undefined);
    return stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
  }

  /** Removes contents that are no longer needed. */
  async #prune(trees: Trees): Promise<void> {
    const { repository } = this.#deps.watched;
    if (this.#looksUntilWeighed-- > 0) return;
    this.#looksUntilWeighed = weighEvery;
    const { bytes, files } = await repository.weight();
    if (files < maxStore.files && bytes < this.#maxBytes) return;
    await this.#keepNeeded(trees);
    this.#maxBytes = Math.max(maxStore.bytes, 2 * (await repository.weight()).bytes);
  }

  async #keepNeeded(trees: Trees): Promise<void> {
    const { repository } = this.#deps.watched;
    await repository.keepOnly([...new Set([...(await this.#deps.watched.ids(trees)), ...contentIdsOf(this.#state)])]);
  }
}
