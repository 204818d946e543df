// Tracks which waiting calls are wholly on screen; only these can be approved.

import * as vscode from 'vscode';
import type { Shown } from '../../core/rules/approvalGate.ts';
import { frontTabs, reviewsOfTab, showsOneFile, showsSeveral } from './diff/diffTabs.ts';

/** The proof that all of a call was on screen. Only `ScreenTracker` creates it, and every approval requires it. */
class ShownOnScreen {
  protected readonly whenWhole = true;
}
export type { ShownOnScreen };

/** What is to be known of a waiting call. */
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
  /** The last choice of each call whose open diff does not show what it would write now, by its id. */
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

  /** Since when, by `performance.now`, all of a call has been on screen without a break; infinity if it is not. */
  completeSince({ id }: TrackedReview): number {
    return this.#since.get(id) ?? Number.POSITIVE_INFINITY;
  }

  proofOfDisplay(review: TrackedReview): ShownOnScreen | undefined {
    return this.shown(review) === 'whole' ? new ShownOnScreen() : undefined;
  }

  /** Makes the open diff of a call count as not shown by a choice, until `renew`. Returns the number of the choice. */
  outdate({ id }: TrackedReview): number {
    this.#outdated.set(id, ++this.#choices);
    this.#follow();
    return this.#choices;
  }

  /** Makes the diff of a call count again, which shows this choice; no effect if another one was made since. */
  renew({ id }: TrackedReview, choice: number | undefined): void {
    if (choice === undefined || this.#outdated.get(id) !== choice) return;
    this.#outdated.delete(id);
    this.#follow();
  }

  /** The last choice that the open diff of a call does not show. */
  outdatedBy({ id }: TrackedReview): number | undefined {
    return this.#outdated.get(id);
  }

  /** Resolves once all of a call is on screen; undefined if it is answered before. */
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

  /** The calls of which a tab shows all: a diff of several files, or that of a call with a single file. */
  #wholeIn(tab: vscode.Tab): readonly string[] {
    const ids = reviewsOfTab(tab);
    if (showsSeveral(tab)) return ids;
    return showsOneFile(tab) ? ids.filter((id) => this.#pending.find(id)?.files === 1) : [];
  }
}
