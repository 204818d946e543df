// Decides the effect of a press of Approve (approve, open the diff first, or wait) and of Reject.

import * as vscode from 'vscode';
import { countsAsRejection, interpretPress, minViewingTimeMs, type Press } from '../../core/rules/approvalGate.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { ScreenTracker, DisplayProof } from './screenTracker.ts';
import { showStatus } from '../messages/notify.ts';

/** Duration of the status bar hint why a press did not count, in milliseconds. */
const hintMs = 2 * minViewingTimeMs;

/**
 * Judges every press of Approve, on any surface but the chat's card, and every press of Reject that names no call:
 * - Approve opens the diffs of calls that are not completely on screen, instead of approving them.
 * - Neither Approve nor Reject counts if the calls have just appeared, or a key repeats. Reject does not count just
 *   after any other answer, either.
 */
export class ApprovalGate {
  readonly #screen: ScreenTracker;
  readonly #open: (reviews: readonly PendingReview[]) => Promise<void>;
  #isOpening = false;
  #lastPressMs = Number.NEGATIVE_INFINITY;

  constructor(screen: ScreenTracker, open: (reviews: readonly PendingReview[]) => Promise<void>) {
    this.#screen = screen;
    this.#open = open;
  }

  /** Judges a press of Approve. Returns the proof for an approval; undefined if the press does not count. */
  async press(reviews: readonly PendingReview[]): Promise<DisplayProof | undefined> {
    const meaning = interpretPress(this.#pressNow(reviews));
    this.#lastPressMs = performance.now();
    switch (meaning) {
      case 'approve':
        // A proof names no call, so one serves all: `interpretPress` found all of them on screen.
        return reviews[0] && this.#screen.proofOfDisplay(reviews[0]);
      case 'open':
        await this.#openOnce(reviews);
        return undefined;
      case 'wait':
        showWaitHint();
        return undefined;
    }
  }

  /**
   * Judges a press of Reject that names no call; tells the user if the press does not count.
   *
   * @param reviews the calls whose diffs must not have just appeared
   * @param lastAnswerMs when any call was last answered, by `performance.now`
   * @returns whether the press counts
   */
  pressReject(reviews: readonly PendingReview[], lastAnswerMs: number): boolean {
    const counts = countsAsRejection(this.#pressNow(reviews), lastAnswerMs);
    this.#lastPressMs = performance.now();
    if (!counts) showWaitHint();
    return counts;
  }

  /** Opens the calls unless they are completely on screen. Returns whether they already were. */
  async openUnlessShown(reviews: readonly PendingReview[]): Promise<boolean> {
    if (interpretPress(this.#pressNow(reviews)) !== 'open') return true;
    await this.#openOnce(reviews);
    return false;
  }

  /** Ignores further presses while a large diff opens. */
  async #openOnce(reviews: readonly PendingReview[]): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    await this.#open(reviews).finally(() => (this.#isOpening = false));
  }

  /** Describes a press of a key or button at this moment. */
  #pressNow(reviews: readonly PendingReview[]): Press {
    const calls = reviews.map((review) => ({
      visibility: this.#screen.visibilityOf(review),
      fullyVisibleSinceMs: this.#screen.completeSinceMs(review),
    }));
    return { calls, lastPressMs: this.#lastPressMs, nowMs: performance.now() };
  }
}

function showWaitHint(): void {
  showStatus(vscode.l10n.t('Redline: the diff has only just opened. Look at it, then press again.'), hintMs);
}
