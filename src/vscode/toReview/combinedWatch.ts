// Combines two sources of review items behind the `Watch` port: Watch, which scans the disk, and `LaterCalls`, which
// computes items from the history of calls ("later items"). "Missed items" are the later items that Watch lacks.

import * as vscode from 'vscode';
import { changedMeanwhileError } from '../../core/watch/fold.ts';
import { isSameFile, type ReviewItem, type Step, type StoredFile } from '../../core/watch/reviewItem.ts';
import { fileKeyOf, findMissedItems } from '../../core/toReview/missedItems.ts';
import type { FolderStatus, Watch } from '../../tools/ports/watchPort.ts';
import type { LaterCalls } from './later/laterCalls.ts';
import type { ToReviewDeps } from './startToReview.ts';
import * as z from 'zod/mini';

/** A stored name, which must not change. */
const storageKey = 'toReview.missed';

/** Lists each file once: as Watch sees it on the disk, or as a missed item from the history. */
export class CombinedWatch implements Watch, vscode.Disposable {
  readonly #laterCalls: LaterCalls;
  readonly #startWatch: () => Promise<Watch | undefined>;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly #subscriptions: { dispose(): void }[] = [];
  readonly #windowStart: number;
  readonly #missedCalls: MissedCalls;
  #isDisposed = false;
  /** Undefined until Watch has started. */
  #diskWatch: Watch | undefined;
  /** Caches; undefined after a change. */
  #items: readonly ReviewItem[] | undefined;
  #missedItems: readonly ReviewItem[] | undefined;
  readonly onDidChange = this.#changeEmitter.event;

  /** @param windowStart when this window was opened, in milliseconds since 1970 */
  constructor(
    laterCalls: LaterCalls,
    { watch, workspaceState }: Pick<ToReviewDeps, 'watch' | 'workspaceState'>,
    windowStart: number,
  ) {
    this.#windowStart = windowStart;
    this.#missedCalls = new MissedCalls(workspaceState);
    this.#laterCalls = laterCalls;
    this.#startWatch = watch.start;
    const handleChange = (): void => {
      this.#items = undefined;
      this.#missedItems = undefined;
      this.#changeEmitter.fire();
    };
    this.#subscriptions.push(
      laterCalls.onDidChange(handleChange),
      // Calls in folders that are not open are not listed.
      vscode.workspace.onDidChangeWorkspaceFolders(() => void laterCalls.refresh()),
    );
    void watch.started.then((disk) => {
      if (this.#isDisposed) return;
      this.#diskWatch = disk;
      this.#subscriptions.push(disk.onDidChange(handleChange));
      handleChange();
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#laterCalls.pin([]);
    this.#changeEmitter.dispose();
  }

  items(): readonly ReviewItem[] {
    this.#items ??= [...(this.#diskWatch?.items() ?? []), ...this.#getMissedItems()];
    return this.#items;
  }

  steps(): readonly Step[] {
    const missedSteps = this.#getMissedItems().flatMap(({ steps }) => steps);
    return [...(this.#diskWatch?.steps() ?? []), ...missedSteps].sort((a, b) => a.time - b.time);
  }

  status(): readonly FolderStatus[] {
    return this.#diskWatch?.status() ?? [];
  }

  contentOf(folder: string, file: StoredFile): Promise<Uint8Array> {
    // Watch stores nothing of an idle folder. For a folder in state `off`, it can still read the contents that an
    // earlier scan stored.
    const isInWatch = this.#stateOf(folder) !== 'idle' && !this.#laterCalls.has(file);
    return this.#diskWatch !== undefined && isInWatch
      ? this.#diskWatch.contentOf(folder, file)
      : this.#laterCalls.contentOf(file);
  }

  async accept(items: readonly ReviewItem[]): Promise<void> {
    // Matched by file: a scan may have replaced the listed items. First in Watch, which may refuse: then nothing is
    // accepted.
    const watchedKeys = new Set(this.#diskWatch?.items().map(fileKeyOf));
    const diskItems = items.filter((item) => watchedKeys.has(fileKeyOf(item)) && !this.#isLaterItem(item));
    if (diskItems.length > 0) await this.#diskWatch?.accept(diskItems);
    await this.#laterCalls.accept(this.#findLaterItems(items));
  }

  /** The later items of the same files that the user has seen: those listed themselves, or as the items of Watch. */
  #findLaterItems(items: readonly ReviewItem[]): readonly ReviewItem[] {
    const listedItems = new Map(items.map((item) => [fileKeyOf(item), item]));
    return this.#laterCalls.items().flatMap((laterItem) => {
      const listed = listedItems.get(fileKeyOf(laterItem));
      if (listed === undefined) return [];
      if (this.#isLaterItem(listed)) return [listed];
      // Without its last call, the user has seen only an earlier state of the later item.
      return hasLastCallOf(listed, laterItem) ? [laterItem] : [];
    });
  }

  /**
   * Accepts part of a change, by a new baseline, in Watch and in the history if both have the file.
   * @throws ToolError STALE if the file has changed since it was listed, so that `baseline` is outdated
   */
  async acceptPart(item: ReviewItem, baseline: Uint8Array): Promise<void> {
    const isSameKey = (other: ReviewItem): boolean => fileKeyOf(other) === fileKeyOf(item);
    const diskItem = this.#isLaterItem(item) ? undefined : this.#diskWatch?.items().find(isSameKey);
    const laterItem = this.#laterCalls.items().find(isSameKey);
    const current = diskItem ?? laterItem;
    const isAsListed =
      current !== undefined && isSameFile(current.baseline, item.baseline) && isSameFile(current.current, item.current);
    if (!isAsListed) throw changedMeanwhileError(item);
    if (diskItem !== undefined) await this.#diskWatch?.acceptPart(diskItem, baseline);
    if (laterItem === undefined) return;
    const acceptance = this.#laterCalls.acceptPart(laterItem, baseline);
    // Once Watch has accepted the part, the list no longer needs the later item, so a failure to save it is harmless.
    await (diskItem === undefined ? acceptance : acceptance.catch(() => undefined));
  }

  /** Whether an item is a later item, whose content ids Watch's store does not know. */
  #isLaterItem({ baseline, current }: ReviewItem): boolean {
    const side = current ?? baseline;
    return side !== undefined && this.#laterCalls.has(side);
  }

  /** Rereads both sources. Starts Watch, if it has not started. */
  async refresh(): Promise<void> {
    await Promise.all([this.#startWatch().then((disk) => disk?.refresh()), this.#laterCalls.refresh()]);
  }

  /** Clears the steps in Watch's store only: later items belong to the history of calls, which is cleared elsewhere. */
  async clearHistory(): Promise<void> {
    await this.#diskWatch?.clearHistory();
  }

  #getMissedItems(): readonly ReviewItem[] {
    this.#missedItems ??= this.#updateMissedItems();
    return this.#missedItems;
  }

  /** Finds the missed items, stores the ids of missed calls, and pins the calls of the items. */
  #updateMissedItems(): readonly ReviewItem[] {
    const { items, missedCalls } = findMissedItems(
      this.#laterCalls.items(),
      {
        items: this.#diskWatch?.items() ?? [],
        steps: this.#diskWatch?.steps() ?? [],
        isWatched: (folder) => this.#stateOf(folder) === 'on',
      },
      { missedCalls: this.#missedCalls.ids, windowStart: this.#windowStart },
    );
    this.#missedCalls.set(missedCalls);
    this.#laterCalls.pin(items);
    return items;
  }

  /** `idle` also before Watch has started. */
  #stateOf(folder: string): FolderStatus['state'] {
    return this.status().find((status) => status.folder === folder)?.state ?? 'idle';
  }
}

/** Whether an item has the last call of a later item of the same file. */
function hasLastCallOf({ steps }: ReviewItem, laterItem: ReviewItem): boolean {
  const last = laterItem.steps.at(-1)?.origin;
  return steps.some(({ origin }) => origin.kind === 'later' && last?.kind === 'later' && origin.entry === last.entry);
}

/** The ids of the calls that Watch missed, kept in the workspace state. */
class MissedCalls {
  readonly #storage: vscode.Memento;
  #ids: ReadonlySet<string>;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
    const parsed = z.array(z.string()).safeParse(storage.get<unknown>(storageKey, []));
    this.#ids = new Set(parsed.success ? parsed.data : []);
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  set(ids: ReadonlySet<string>): void {
    if (ids.size === this.#ids.size && [...ids].every((id) => this.#ids.has(id))) return;
    this.#ids = ids;
    void this.#storage.update(storageKey, [...ids]);
  }
}
