// Rejects calls whose diffs the user closes.

import * as vscode from 'vscode';
import { isReviewOpen, reviewOfTab } from './diffTabs.ts';
import type { PendingReview, PendingReviews } from '../pendingReviews.ts';

/** Milliseconds to wait after a tab closes: it may only be moving to another group, and last edits are still coming in. */
const movingTime = 400;

/** Milliseconds in which a closed diff with the user's own work can be reopened. */
const reopenTime = 30_000;

/** Rejects a call whose diff is closed. If it has edits, comments or reasons, waits until the user had time to reopen it. */
export class ClosedDiffs implements vscode.Disposable {
  readonly #open: (review: PendingReview) => Promise<void>;
  readonly #subscription: vscode.Disposable;
  /** Timers of recently closed tabs. */
  readonly #moving = new Set<ReturnType<typeof setTimeout>>();
  /** Timers of the reviews that can be reopened. */
  readonly #waiting = new Map<PendingReview, ReturnType<typeof setTimeout>>();

  constructor(pending: PendingReviews, open: (review: PendingReview) => Promise<void>) {
    this.#open = open;
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const review of closed.flatMap((tab) => pending.find(reviewOfTab(tab)) ?? [])) {
        const timer = setTimeout(() => {
          this.#moving.delete(timer);
          this.#rejectUnlessMoved(review);
        }, movingTime);
        this.#moving.add(timer);
      }
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of [...this.#moving, ...this.#waiting.values()]) clearTimeout(timer);
  }

  #rejectUnlessMoved(review: PendingReview): void {
    if (review.closed.aborted || isReviewOpen(review.id) || this.#waiting.has(review)) return;
    if (!hasWork(review)) return reject(review);
    // Withdraws the chat card, so that nobody approves a diff that is no longer shown.
    review.recount({ ...review.now() });
    const onTimeout = (): void => {
      this.#waiting.delete(review);
      if (!isReviewOpen(review.id)) reject(review);
    };
    this.#waiting.set(review, setTimeout(onTimeout, reopenTime));
    void this.#offer(review);
  }

  async #offer(review: PendingReview): Promise<void> {
    const { offerReopening } = await import('./offerReopening.ts');
    const picked = await offerReopening(review, reopenTime);
    if (picked === undefined) return;
    clearTimeout(this.#waiting.get(review));
    this.#waiting.delete(review);
    if (picked === 'reject') return reject(review);
    if (!review.closed.aborted) await this.#open(review);
  }
}

/** Whether closing the diff would lose the user's work. */
function hasWork(review: PendingReview): boolean {
  return (
    review.now().amended.size > 0 ||
    review.comments() > 0 ||
    [...review.excluded()].some((change) => review.reasonOf(change) !== undefined)
  );
}

function reject(review: PendingReview): void {
  review.answer({ approve: false, surface: 'closed diff' });
}
