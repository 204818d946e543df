// Decides the effect of a press of Approve: approve, open the diff first, or wait.

import * as vscode from 'vscode';
import { interpretPress, minViewingTimeMs, type PressMeaning } from '../../core/rules/approvalGate.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { ScreenTracker, DisplayProof } from './screenTracker.ts';
import { showStatus } from '../files/notify.ts';

/** Duration of the status bar hint why a press did not count, in milliseconds. */
const hintTime = 2 * minViewingTimeMs;

/**
 * Judges every press that would approve, on any surface. If the calls are not completely on screen, opens them instead;
 * if they have just appeared, or a key repeats, ignores the press.
 */
export class ApprovalGate {
  readonly #screen: ScreenTracker;
  readonly #open: (reviews: readonly PendingReview[]) => Promise<void>;
  #opening = false;
  #lastPress = Number.NEGATIVE_INFINITY;

  constructor(screen: ScreenTracker, open: (reviews: readonly PendingReview[]) => Promise<void>) {
    this.#screen = screen;
    this.#open = open;
  }

  /** Returns the proof for an approval, or undefined if the press does not count. */
  async press(reviews: readonly PendingReview[]): Promise<DisplayProof | undefined> {
    const meaning = this.#meaningNow(reviews);
    this.#lastPress = performance.now();
    switch (meaning) {
      case 'approve':
        return reviews[0] && this.#screen.proofOfDisplay(reviews[0]);
      case 'open':
        await this.#openOnce(reviews);
        return undefined;
      case 'wait': {
        const hint = vscode.l10n.t('Redline: the diff has only just opened. Look at it, then press again.');
        showStatus(hint, hintTime);
        return undefined;
      }
    }
  }

  /** Whether the calls are completely on screen; opens them if not. */
  async shows(reviews: readonly PendingReview[]): Promise<boolean> {
    if (this.#meaningNow(reviews) !== 'open') return true;
    await this.#openOnce(reviews);
    return false;
  }

  /** Ignores further presses while a large diff opens. */
  async #openOnce(reviews: readonly PendingReview[]): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    await this.#open(reviews).finally(() => (this.#opening = false));
  }

  #meaningNow(reviews: readonly PendingReview[]): PressMeaning {
    const calls = reviews.map((review) => ({
      shown: this.#screen.visibilityOf(review),
      wholeSince: this.#screen.completeSinceMs(review),
    }));
    return interpretPress({ calls, lastPress: this.#lastPress, now: performance.now() });
  }
}
