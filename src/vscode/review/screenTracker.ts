// Tracks which waiting calls are completely on screen; only these can be approved.

import * as vscode from 'vscode';
import type { Shown } from '../../core/rules/approvalGate.ts';
import { frontTabs, reviewsOfTab, showsOneFile, showsSeveral } from './diff/diffTabs.ts';

/** Proof that a call was completely on screen. Only `ScreenTracker` creates it, and every approval requires it. */
class ShownOnScreen {
  protected readonly whenWhole = true;
}
export type { ShownOnScreen };

/** The part of a waiting call that the tracker needs. */
interface TrackedReview {
  readonly id: string;
  /** Number of files in its diff. */
  readonly files: number;
  /** Aborted by the answer. */
  readonly closed: AbortSignal;
}

interface TrackedReviews {
  find(id: string): TrackedReview | undefined;
}

/** Tracks which waiting calls are visible, by the active tab of each group, and since when. */
export class ScreenTracker implements vscode.Disposable {
  readonly #pending: TrackedReviews;
  readonly #subscription: vscode.Disposable;
  readonly #changed = new vscode.EventEmitter<void>();
  #since = new Map<string, number>();
  /** The last choice of each call whose open diff is outdated, by call id. */
  readonly #outdated = new Map<string, number>();
  #choices = 0;

  constructor(pending: TrackedReviews) {
    this.#pending = pending;
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      onDidChangeTabs(() => this.#follow()),
      onDidChangeTabGroups(() => this.#follow()),
      // Diffs that appeared while the window was in the background count from now.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#since.clear();
        this.#follow();
      }),
    );
  }

  shown({ id }: TrackedReview): Shown {
    this.#update();
    if (this.#since.has(id)) return 'whole';
    return frontTabs().some((tab) => reviewsOfTab(tab).includes(id)) ? 'part' : 'none';
  }

  /** Time since when a call has been completely on screen without interruption, by `performance.now`; infinity if it is not. */
  completeSince({ id }: TrackedReview): number {
    return this.#since.get(id) ?? Number.POSITIVE_INFINITY;
  }

  proofOfDisplay(review: TrackedReview): ShownOnScreen | undefined {
    return this.shown(review) === 'whole' ? new ShownOnScreen() : undefined;
  }

  /** Marks a call's open diff as outdated by a choice, until `renew`. Returns the number of the choice. */
  outdate({ id }: TrackedReview): number {
    this.#outdated.set(id, ++this.#choices);
    this.#follow();
    return this.#choices;
  }

  /** Marks a call's diff as up to date with a choice; no effect if another choice was made since. */
  renew({ id }: TrackedReview, choice: number | undefined): void {
    if (choice === undefined || this.#outdated.get(id) !== choice) return;
    this.#outdated.delete(id);
    this.#follow();
  }

  /** The last choice that a call's open diff does not show. */
  outdatedBy({ id }: TrackedReview): number | undefined {
    return this.#outdated.get(id);
  }

  /** Resolves once a call is completely on screen; undefined if it is answered before. */
  async whenComplete(review: TrackedReview): Promise<ShownOnScreen | undefined> {
    for (;;) {
      if (review.closed.aborted) return undefined;
      const seen = this.proofOfDisplay(review);
      if (seen !== undefined) return seen;
      const { promise, resolve } = Promise.withResolvers<void>();
      const once = this.#changed.event(resolve);
      review.closed.addEventListener('abort', () => resolve(), { once: true });
      await promise.finally(() => once.dispose());
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #follow(): void {
    this.#update();
    this.#changed.fire();
  }

  #update(): void {
    const now = performance.now();
    const ids = frontTabs().flatMap((tab) => this.#wholeIn(tab).filter((id) => !this.#outdated.has(id)));
    this.#since = new Map(ids.map((id) => [id, this.#since.get(id) ?? now]));
  }

  /** The calls that a tab shows completely: a diff of several files, or that of a call with a single file. */
  #wholeIn(tab: vscode.Tab): readonly string[] {
    const ids = reviewsOfTab(tab);
    if (showsSeveral(tab)) return ids;
    return showsOneFile(tab) ? ids.filter((id) => this.#pending.find(id)?.files === 1) : [];
  }
}
