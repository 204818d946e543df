import * as vscode from 'vscode';
import type { Shown } from '../../core/rules/approvalGate.ts';
import { frontTabs, reviewsOfTab, showsSeveral } from './diff/diffTabs.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';

/** Holds whoever has it: all of a call was on screen. Nothing but the screen makes one, and no approval goes without. */
class Seen {
  protected readonly whole = true;
}
export type { Seen };

/** What the person can see now of the calls that wait: the tabs that are in front in their groups, and since when. */
export class Screen implements vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #subscription: vscode.Disposable;
  readonly #changed = new vscode.EventEmitter<void>();
  #since = new Map<string, number>();
  /** Calls whose diff shows other files than they would write now. */
  readonly #outdated = new Set<string>();

  constructor(pending: PendingReviews) {
    this.#pending = pending;
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      onDidChangeTabs(() => this.#follow()),
      onDidChangeTabGroups(() => this.#follow()),
      // Whoever comes back to the window has not looked at what came up while they were away.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#since.clear();
        this.#follow();
      }),
    );
  }

  shown({ id }: PendingReview): Shown {
    this.#look();
    if (this.#since.has(id)) return 'whole';
    return frontTabs().some((tab) => reviewsOfTab(tab).includes(id)) ? 'part' : 'none';
  }

  /** Since when, on the clock of `performance.now`, all of a call is on screen without a break; never if it is not. */
  wholeSince({ id }: PendingReview): number {
    return this.#since.get(id) ?? Number.POSITIVE_INFINITY;
  }

  seen(review: PendingReview): Seen | undefined {
    return this.shown(review) === 'whole' ? new Seen() : undefined;
  }

  /** From now on what is open of a call counts for nothing, until its diff shows what it would write now. */
  outdate({ id }: PendingReview): void {
    this.#outdated.add(id);
    this.#follow();
  }

  renew({ id }: PendingReview): void {
    if (this.#outdated.delete(id)) this.#follow();
  }

  isOutdated({ id }: PendingReview): boolean {
    return this.#outdated.has(id);
  }

  /** Resolves as soon as all of a call is on screen; undefined where it is answered before. */
  async whole(review: PendingReview): Promise<Seen | undefined> {
    for (;;) {
      if (review.closed.aborted) return undefined;
      const seen = this.seen(review);
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
    this.#look();
    this.#changed.fire();
  }

  #look(): void {
    const now = performance.now();
    const ids = frontTabs().flatMap((tab) => this.#wholeIn(tab).filter((id) => !this.#outdated.has(id)));
    this.#since = new Map(ids.map((id) => [id, this.#since.get(id) ?? now]));
  }

  /** A diff of several files has all of each of its calls; any other has the one that it shows. */
  #wholeIn(tab: vscode.Tab): readonly string[] {
    const ids = reviewsOfTab(tab);
    if (showsSeveral(tab)) return ids;
    return tab.input instanceof vscode.TabInputTextDiff ? ids.filter((id) => this.#pending.find(id)?.files === 1) : [];
  }
}
