// Joins what is watched on the disk with the calls that are reviewed later and that Watch has not seen.

import * as vscode from 'vscode';
import type { ReviewItem, Step, StoredFile } from '../../core/watch/reviewItem.ts';
import type { FolderStatus, Watch } from '../../tools/ports/watchPort.ts';
import type { LaterCalls } from './laterCalls.ts';

/** Lists a file once: as Watch sees it on the disk, or as the history has it where nothing is watched. */
export class CombinedWatch implements Watch, vscode.Disposable {
  readonly #later: LaterCalls;
  readonly #start: () => Promise<Watch | undefined>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #subscriptions: { dispose(): void }[] = [];
  readonly #windowStart: number;
  #disk: Watch | undefined;
  #all: readonly ReviewItem[] | undefined;
  readonly onDidChange = this.#changes.event;

  /** @param windowStart in milliseconds since 1970. */
  constructor(
    later: LaterCalls,
    watch: { readonly start: () => Promise<Watch | undefined>; readonly started: Promise<Watch> },
    windowStart: number,
  ) {
    this.#windowStart = windowStart;
    this.#later = later;
    this.#start = watch.start;
    const changed = (): void => {
      this.#all = undefined;
      this.#changes.fire();
    };
    this.#subscriptions.push(later.onDidChange(changed));
    void watch.started.then((disk) => {
      this.#disk = disk;
      this.#subscriptions.push(disk.onDidChange(changed));
      changed();
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
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
    const onDisk = items.filter((item) => this.#disk?.items().includes(item));
    if (onDisk.length > 0) await this.#disk?.keep(onDisk);
    await this.#later.keep(items.flatMap((item) => this.#later.itemAt(item) ?? []));
  }

  async keepPart(item: ReviewItem, baseline: Uint8Array): Promise<void> {
    if (this.#disk?.items().includes(item) === true) await this.#disk.keepPart(item, baseline);
    const same = this.#later.itemAt(item);
    if (same !== undefined) await this.#later.keepPart(same, baseline);
  }

  /** Starts Watch, if it has not started. */
  async look(): Promise<void> {
    await Promise.all([this.#start().then((disk) => disk?.look()), this.#later.look()]);
  }

  async clear(): Promise<void> {
    await this.#disk?.clear();
    await this.#later.clear();
  }

  /** What the history has and Watch has not. */
  #unseen(): readonly ReviewItem[] {
    const disk = this.#disk;
    const items = this.#later.items();
    if (disk === undefined || items.length === 0) return items;
    const listed = new Set(disk.items().map(keyOf));
    const seen = new Set(disk.steps().flatMap(({ origin }) => ('entry' in origin ? origin.entry : [])));
    return items.filter((item) => {
      if (!this.#isWatched(item.folder)) return true;
      const calls = item.steps.flatMap(({ origin }) => ('entry' in origin ? origin.entry : []));
      // Watch takes its first baseline while the first call of an agent runs, so that it may miss this one.
      const isNew = item.steps.every(({ time }) => time >= this.#windowStart);
      return isNew && !listed.has(keyOf(item)) && !calls.some((call) => seen.has(call));
    });
  }

  #isWatched(folder: string): boolean {
    return this.status().some((status) => status.folder === folder && status.state === 'on');
  }
}

function keyOf({ folder, path }: ReviewItem): string {
  return JSON.stringify([folder, path]);
}
