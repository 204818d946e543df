// Tracks the unreviewed changes of one workspace folder: scans the disk, attributes each change, and stores the state.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSameFile, type ReviewItem, type Step, type StoredFile } from '../../core/watch/reviewItem.ts';
import { acceptSeen, changedMeanwhileError, dropIfEqual } from '../../core/watch/fold.ts';
import { listMovesTo } from '../../core/watch/moves.ts';
import { contentIdsOf, withholdOldContents } from '../../core/watch/storedContents.ts';
import { emptyState, readState, writeState, type WatchState } from '../../core/watch/watchState.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import type { FolderWatch, WriteAttribution } from '../../tools/ports/watchPort.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { addChanges } from './addChanges.ts';
import { GitUnusable } from './repository/gitProgram.ts';
import { readWatchedFileSync } from './tree/diskPaths.ts';
import type { Sides } from './pairSides.ts';
import { ScanClock } from './scanClock.ts';
import { areSameTrees, toStoredTrees, restoreTrees } from './tree/treeFiles.ts';
import { createMerge } from './repository/storedContents.ts';
import { withLock } from './watchLock.ts';
import type { WatchedFolder } from './watchedFolder.ts';
import { requireStored } from './tree/unindexedFiles.ts';

export interface FolderReviewDeps {
  /** URI of the workspace folder, without a final slash. */
  readonly folder: string;
  readonly watched: WatchedFolder;
  /** Private storage folder, and its `file:` URI. */
  readonly storage: StorageFolder;
  readonly storageUri: string;
}

const stateFile = 'state';
/**
 * Number of files or bytes in the store from which on unneeded contents are removed; see `#pruneAboveBytes`. The bytes
 * also limit the contents of the history.
 */
const storeLimits = { files: 2000, bytes: 1024 * 1024 * 1024 };
/** Number of scans between two measurements of the store's size. */
const scansPerMeasurement = 50;

/** The message for the user about a damaged store. @param isStateLost whether the unreviewed changes are lost, too */
const describeDamage = (isStateLost: boolean): string =>
  `What Watch had stored of this folder was damaged, perhaps by a power failure, and is made anew. Changes since the last scan${isStateLost ? ', and those that waited for review,' : ''} are not listed; later ones will be.`;

/** The unreviewed changes of a folder, shared by all windows through a locked state file. */
export class FolderReview implements FolderWatch {
  readonly #deps: FolderReviewDeps;
  readonly #clock = new ScanClock();
  /** The state last read or saved, replaced as a whole. Methods that change it take the lock and refresh it first. */
  #state = emptyState;
  /** Stamp of the file that `#state` was read from, or written to; empty before that, and if there is no file. */
  #stamp = '';
  /** Whether the stored state was unreadable. Reset once it is reported, or if another window has rebuilt the state. */
  #isStateLost = false;
  /**
   * Items that the last scan with changes dropped, since their files were deleted. If the files were only renamed, the
   * next scan may find them under their new names.
   */
  #droppedItems: ReadonlyMap<string, ReviewItem | undefined> = new Map();
  /** Counts down at each scan with changes; 0 at first, since an earlier window may have left a large store. */
  #scansUntilMeasured = 0;
  /** The limit, or twice the size after the last removal if more: otherwise, the next removal would soon follow. */
  #pruneAboveBytes = storeLimits.bytes;

  constructor(deps: FolderReviewDeps) {
    this.#deps = deps;
  }

  get items(): ReadonlyMap<string, ReviewItem> {
    return this.#state.items;
  }

  get steps(): readonly Step[] {
    return this.#state.steps;
  }

  get hasBaseline(): boolean {
    return this.#state.head.trees.length > 0;
  }

  /** Reads the stored state if another window, or this one before a reload, has saved a newer one. */
  async refresh(): Promise<void> {
    const stamp = await this.#readStamp();
    if (stamp !== '' && stamp === this.#stamp) return;
    const text = Buffer.from((await this.#deps.storage.read(stateFile)) ?? []).toString();
    this.#stamp = stamp;
    const { revision } = this.#state.head;
    // The first line contains the revision. If it is the known one, the text need not be parsed.
    if (revision !== '' && text.slice(0, text.indexOf('\n')).includes(revision)) return;
    const stored = await runYielding(readState(text, this.#deps.folder));
    this.#isStateLost = stored === undefined && text !== '';
    this.#state = stored ?? emptyState;
  }

  /** Scans the disk. @throws GitUnusable, also once after repairing damaged storage; GitFailed; system errors */
  async scan(attribution: WriteAttribution): Promise<void> {
    const { folder, watched, storage } = this.#deps;
    await withLock(storage, async () => {
      await this.refresh();
      const { head } = this.#state;
      const { changedSinceMs, startedAt } = this.#clock.start(head.lookedAt);
      const storedTrees = restoreTrees(this.#state);
      // Checks the trees at each scan, since git would copy damage into the next index.
      const areTreesIntact = await watched.areIntact(storedTrees);
      const { changes: scannedChanges, trees } = await watched.scan(areTreesIntact ? storedTrees : new Map());
      const nextHead = { ...head, lookedAt: startedAt, trees: toStoredTrees(trees) };
      if (scannedChanges.size === 0 && areSameTrees(trees, head.trees)) {
        // The state is not saved, but kept in memory for its new stamps of touched files: otherwise each scan would
        // hash those files again.
        this.#state = { ...this.#state, head: nextHead };
        return;
      }
      await attribution.whenRecorded();
      const interval = { from: changedSinceMs, secondScanFrom: startedAt, to: Math.max(startedAt, Date.now()) };
      const changes = this.#withoutNested(scannedChanges, changedSinceMs, attribution);
      const scanned = { folder, watched, changes, interval, attribution };
      const { state, droppedItems } = await addChanges(this.#state, this.#droppedItems, scanned);
      this.#droppedItems = droppedItems;
      await this.#save({ ...state, head: nextHead });
      await watched.removeOtherTrees(trees);
      await this.#prune();
      this.#throwIfDamaged(areTreesIntact);
    });
  }

  /**
   * Leaves out the changes that a nested workspace folder lists. Keeps the changes of a file with an item here, from
   * before the nested folder was opened: the item stays here until it is reviewed, also after a reviewed move within the
   * folder.
   */
  #withoutNested(
    changes: ReadonlyMap<string, Sides>,
    since: number,
    attribution: WriteAttribution,
  ): ReadonlyMap<string, Sides> {
    const { items } = this.#state;
    const wasMovedWithItem = (newPath: string): boolean => {
      const moves = listMovesTo(
        newPath,
        (path) => attribution.writesOf(path, since),
        ({ by }) => by === 'reviewed',
      );
      return [...moves].some(({ from }) => (items.get(from) ?? this.#droppedItems.get(from)) !== undefined);
    };
    const isListedHere = (path: string): boolean =>
      !attribution.isInNestedFolder(path) || items.has(path) || wasMovedWithItem(path);
    return new Map([...changes].filter(([path]) => isListedHere(path)));
  }

  /** Reports damage once, by the scan that has repaired it: after its result is saved. @throws GitUnusable */
  #throwIfDamaged(areTreesIntact: boolean): void {
    const isStateLost = this.#isStateLost;
    this.#isStateLost = false;
    if (isStateLost || !areTreesIntact) throw new GitUnusable(describeDamage(isStateLost));
  }

  async contentOf(file: StoredFile): Promise<Uint8Array> {
    requireStored(file);
    return this.#deps.watched.repository.content(file.id);
  }

  readNow(relativePath: string): Uint8Array | 'unread' | undefined {
    return readWatchedFileSync(fileURLToPath(this.#deps.folder), relativePath);
  }

  dispose(): void {
    this.#deps.watched.repository.dispose();
  }

  async accept(items: readonly ReviewItem[]): Promise<void> {
    const merge = createMerge(this.#deps.watched.repository);
    await this.#editItems(items, (stored, requested) => acceptSeen(stored, requested, merge));
  }

  async acceptPart(item: ReviewItem, bytes: Uint8Array): Promise<void> {
    await this.#editItems([item], async (stored, { baseline }) => {
      // The bytes derive from that baseline, so they would revert whatever has changed it since (lost update).
      if (!isSameFile(stored.baseline, baseline)) throw changedMeanwhileError(item);
      for (const side of [stored.baseline, stored.current]) if (side !== undefined) requireStored(side);
      // A partially accepted text leaves the mode unreviewed.
      const { mode = 'file', permissions, folders } = stored.baseline ?? stored.current ?? {};
      const id = await this.#deps.watched.repository.storeBlob(bytes);
      return dropIfEqual({ ...stored, baseline: { mode, size: bytes.length, id, permissions, folders } });
    });
  }

  /** Drops the steps that no item needs, and deletes contents that nothing else needs. */
  async clearHistory(): Promise<void> {
    await withLock(this.#deps.storage, async () => {
      await this.refresh();
      const { items, steps } = this.#state;
      const neededStepIds = new Set([...items.values()].flatMap((item) => item.steps.map(({ id }) => id)));
      await this.#removeUnneededContents({ ...this.#state, steps: steps.filter(({ id }) => neededStepIds.has(id)) });
    });
  }

  /** Edits the items that are still stored. An edit that returns undefined removes its item. */
  async #editItems(
    items: readonly ReviewItem[],
    edit: (stored: ReviewItem, requested: ReviewItem) => Promise<ReviewItem | undefined> | ReviewItem | undefined,
  ): Promise<void> {
    await withLock(this.#deps.storage, async () => {
      await this.refresh();
      const editedItems = new Map(this.#state.items);
      for (const requested of items) {
        const stored = editedItems.get(requested.path);
        const edited = stored && (await edit(stored, requested));
        if (edited === undefined) editedItems.delete(requested.path);
        else editedItems.set(requested.path, edited);
      }
      await this.#save({ ...this.#state, items: editedItems });
    });
  }

  async #save(state: WatchState): Promise<void> {
    const next = { ...state, head: { ...state.head, revision: crypto.randomUUID() } };
    const lines = (await runYielding(writeState(next))).map((line) => Buffer.from(`${line}\n`));
    await this.#deps.storage.write(stateFile, lines);
    this.#state = next;
    this.#stamp = await this.#readStamp();
  }

  /** Identifies the saved version: each save replaces the file. Empty if there is none. */
  async #readStamp(): Promise<string> {
    const file = path.join(fileURLToPath(this.#deps.storageUri), stateFile);
    const stats = await stat(file, { bigint: true }).catch(() => undefined);
    return stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
  }

  /** Deletes unneeded contents if the store is over its limits; only one in `scansPerMeasurement` calls measures it. */
  async #prune(): Promise<void> {
    const { repository } = this.#deps.watched;
    if (this.#scansUntilMeasured-- > 0) return;
    this.#scansUntilMeasured = scansPerMeasurement;
    const { bytes, files } = await repository.measureSize();
    if (files < storeLimits.files && bytes < this.#pruneAboveBytes) return;
    await this.#removeUnneededContents(this.#state);
    this.#pruneAboveBytes = Math.max(storeLimits.bytes, 2 * (await repository.measureSize()).bytes);
  }

  /** Saves a state, without the contents of old steps that are over the limit, and deletes what it does not need. */
  async #removeUnneededContents(state: WatchState): Promise<void> {
    const { watched } = this.#deps;
    await this.#save(withholdOldContents(state, storeLimits.bytes));
    const seenIds = await watched.collectIds(restoreTrees(this.#state));
    await watched.repository.keepOnly([...new Set([...seenIds, ...contentIdsOf(this.#state)])]);
  }
}
