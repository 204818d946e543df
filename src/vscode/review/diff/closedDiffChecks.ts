// Rejects the calls of closed diffs, but first offers to reopen those with the user's work. Loaded with the first one.

import type * as vscode from 'vscode';
import { isReviewOpen } from './diffTabs.ts';
import type { PendingReview } from '../pendingReviews.ts';
import { offerReopening } from './offerReopening.ts';
import type { ProposalFiles } from '../proposal/proposalFiles.ts';

/** Delay after a tab closes: it may only be moving to another group, and the last edits may still arrive. */
const closeDelayMs = 400;

/** Time in which a closed diff with the user's own work can be reopened. */
const reopenMs = 30_000;

export interface ClosedDiffDeps {
  readonly open: (review: PendingReview) => Promise<void>;
  /** Resolves when no diff is being opened or replaced. */
  readonly whenIdle: () => Promise<void>;
  readonly files: Pick<ProposalFiles, 'hasAmendedText'>;
}

/** Rejects after a delay, unless a diff is open again. */
export class ClosedDiffChecks implements vscode.Disposable {
  readonly #deps: ClosedDiffDeps;
  /** Timers of recently closed tabs. */
  readonly #closeTimers = new Set<ReturnType<typeof setTimeout>>();
  /** Timers of the reviews that can be reopened. */
  readonly #reopenTimers = new Map<PendingReview, ReturnType<typeof setTimeout>>();

  constructor(deps: ClosedDiffDeps) {
    this.#deps = deps;
  }

  /** Checks, after a delay, the calls of closed tabs. */
  checkLater(reviews: readonly PendingReview[]): void {
    for (const review of reviews) {
      // Reopened and closed again: the time to reopen starts anew.
      this.#stopReopenTimer(review);
      const timer = setTimeout(() => {
        this.#closeTimers.delete(timer);
        void this.#check(review);
      }, closeDelayMs);
      this.#closeTimers.add(timer);
    }
  }

  dispose(): void {
    for (const timer of [...this.#closeTimers, ...this.#reopenTimers.values()]) clearTimeout(timer);
  }

  async #check(review: PendingReview): Promise<void> {
    await this.#deps.whenIdle();
    if (review.closedSignal.aborted || isReviewOpen(review.id)) return;
    // A text may be saved, but not read into the call yet.
    const wouldLoseWork = hasUserWork(review) || this.#deps.files.hasAmendedText(review.id);
    if (!wouldLoseWork) return reject(review);
    // A new current state withdraws the chat card, so that nobody approves a diff that is no longer shown.
    review.setCurrent({ ...review.current() });
    this.#stopReopenTimer(review);
    const onTimeout = (): void => {
      this.#reopenTimers.delete(review);
      if (!isReviewOpen(review.id)) reject(review);
    };
    this.#reopenTimers.set(review, setTimeout(onTimeout, reopenMs));
    await this.#offer(review);
  }

  async #offer(review: PendingReview): Promise<void> {
    const picked = await offerReopening(review, reopenMs);
    if (picked === undefined) return;
    this.#stopReopenTimer(review);
    if (picked === 'reject') return reject(review);
    if (!review.closedSignal.aborted) await this.#deps.open(review);
  }

  #stopReopenTimer(review: PendingReview): void {
    clearTimeout(this.#reopenTimers.get(review));
    this.#reopenTimers.delete(review);
  }
}

/**
 * Whether the user has edited, excluded or commented on a part of the call, as far as the call knows. Excluded hunks
 * count as edits.
 */
function hasUserWork(review: PendingReview): boolean {
  return (
    review.current().amended.size > 0 ||
    review.commentCount() > 0 ||
    [...review.excluded()].some((change) => review.reasonOf(change) !== undefined)
  );
}

function reject(review: PendingReview): void {
  review.answer({ approve: false, surface: 'closed diff' });
}
