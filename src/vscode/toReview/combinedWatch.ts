// Combines the changes that Watch saw on disk with calls that are reviewed later and that Watch missed.

import * as vscode from 'vscode';
import { isSameFile, type ReviewItem, type Step, type StoredFile } from '../../core/watch/reviewItem.ts';
import { keyOf, findUnseenItems, type UnseenItems } from '../../core/toReview/unseen.ts';
import type { FolderStatus, Watch } from '../../tools/ports/watchPort.ts';
import { changedMeanwhile } from './changedMeanwhile.ts';
import type { LaterCalls } from './laterCalls.ts';
import { MissedCalls } from './missedCalls.ts';
import type { ToReviewDeps } from './startToReview.ts';

/** Lists each file once: as Watch sees it on the disk, or from the history if the folder is not watched. */
export class CombinedWatch implements Watch, vscode.Disposable {
  readonly #later: LaterCalls;
  readonly #start: () => Promise<Watch | undefined>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #subscriptions: { dispose(): void }[] = [];
  readonly #windowStart: number;
  readonly #missed: MissedCalls;
  #disk: Watch | undefined;
  #all: readonly ReviewItem[] | undefined;
  #lastUnseen: UnseenItems | undefined;
  readonly onDidChange = this.#changes.event;

  /** @param windowStart in milliseconds since 1970. */
  constructor(
    later: LaterCalls,
    { watch, workspaceState }: Pick<ToReviewDeps, 'watch' | 'workspaceState'>,
    windowStart: number,
  ) {
    this.#windowStart = windowStart;
    this.#missed = new MissedCalls(workspaceState);
    this.#later = later;
    this.#start = watch.start;
    const changed = (): void => {
      this.#all = undefined;
      this.#lastUnseen = undefined;
      this.#changes.fire();
    };
    this.#subscriptions.push(
      later.onDidChange(changed),
      // Calls in folders that are not open are not listed.
      vscode.workspace.onDidChangeWorkspaceFolders(() => void later.refresh()),
    );
    void watch.started.then((disk) => {
      this.#disk = disk;
      this.#subscriptions.push(disk.onDidChange(changed));
      changed();
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#later.hold([]);
    this.#changes.dispose();
  }

  items(): readonly ReviewItem[] {
    this.#all ??= [...(this.#disk?.items() ?? []), ...this.#unseen()];
    return this.#all;
  }

  steps(): readonly Step[] {
    const unseen = this.#unseen().flatMap(({ steps }) => steps);
    return [...(this.#disk?.steps() ?? []), ...unseen].sort((one, other) => one.time - other.time);
  }

  status(): readonly FolderStatus[] {
    return this.#disk?.status() ?? [];
  }

  contentOf(folder: string, file: StoredFile): Promise<Uint8Array> {
    const isLater = this.#disk === undefined || !this.#isWatched(folder) || this.#later.has(file);
    return isLater || this.#disk === undefined
      ? this.#later.contentOf(folder, file)
      : this.#disk.contentOf(folder, file);
  }

  async keep(items: readonly ReviewItem[]): Promise<void> {
    // By file: a scan may have created other items for the files since they were listed.
    const watched = new Set(this.#disk?.items().map(keyOf));
    const onDisk = items.filter((item) => watched.has(keyOf(item)) && !this.#isLater(item));
    if (onDisk.length > 0) await this.#disk?.keep(onDisk);
    const kept = new Set(items.map(keyOf));
    await this.#later.keep(this.#later.items().filter((item) => kept.has(keyOf(item))));
  }

  /**
   * Accepts part of a change. Throws ToolError STALE if the file has changed since it was listed, on which `baseline`
   * is based.
   */
  async keepPart(item: ReviewItem, baseline: Uint8Array): Promise<void> {
    const onDisk = this.#isLater(item) ? undefined : this.#disk?.items().find((each) => keyOf(each) === keyOf(item));
    const later = this.#later.itemAt(item);
    if (
      onDisk !== undefined &&
      !(isSameFile(onDisk.baseline, item.baseline) && isSameFile(onDisk.current, item.current))
    )
      throw changedMeanwhile(item);
    if (onDisk === undefined && later === undefined) throw changedMeanwhile(item);
    if (onDisk !== undefined) await this.#disk?.keepPart(onDisk, baseline);
    if (later !== undefined) await this.#later.keepPart(later, baseline);
  }

  /** Whether an item comes from the history, whose ids are unknown to Watch's store. */
  #isLater({ baseline, current }: ReviewItem): boolean {
    const side = current ?? baseline;
    return side !== undefined && this.#later.has(side);
  }

  /** Starts Watch, if it has not started. */
  async refresh(): Promise<void> {
    await Promise.all([this.#start().then((disk) => disk?.refresh()), this.#later.refresh()]);
  }

  async clearHistory(): Promise<void> {
    await this.#disk?.clearHistory();
  }

  /** Items from the history that Watch has missed. */
  #unseen(): readonly ReviewItem[] {
    const { items, missed } = (this.#lastUnseen ??= findUnseenItems(
      this.#later.items(),
      {
        items: this.#disk?.items() ?? [],
        steps: this.#disk?.steps() ?? [],
        isWatched: (folder) => this.#isWatched(folder),
      },
      { missed: this.#missed.ids, windowStart: this.#windowStart },
    ));
    this.#missed.set(missed);
    this.#later.hold(items);
    return items;
  }

  #isWatched(folder: string): boolean {
    return this.status().some((status) => status.folder === folder && status.state === 'on');
  }
}
