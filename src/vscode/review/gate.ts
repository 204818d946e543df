import * as vscode from 'vscode';
import { meaningOf, timeToLook, type Meaning } from '../../core/rules/approvalGate.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { Screen, Seen } from './screen.ts';

/** For so long, in milliseconds, the status bar says why a press did not count; after it, one does. */
const hintTime = 2 * timeToLook;

/**
 * What every press that approves goes through, whichever surface it is on. Where more would be approved than is on
 * screen, that is opened instead; where it has come up just now, or a key repeats, nothing happens.
 */
export class Gate {
  readonly #screen: Screen;
  readonly #open: (reviews: readonly PendingReview[]) => Promise<void>;
  #opening = false;
  #lastPress = Number.NEGATIVE_INFINITY;

  constructor(screen: Screen, open: (reviews: readonly PendingReview[]) => Promise<void>) {
    this.#screen = screen;
    this.#open = open;
  }

  /** Whether the press counts for these calls. */
  async press(reviews: readonly PendingReview[]): Promise<Seen | undefined> {
    const meaning = this.#meaningNow(reviews);
    this.#lastPress = performance.now();
    switch (meaning) {
      case 'approve':
        return reviews[0] && this.#screen.seen(reviews[0]);
      case 'open':
        await this.#bringUp(reviews);
        return undefined;
      case 'wait': {
        const hint = vscode.l10n.t('Redline: the diff has only just opened. Look at it, then press again.');
        vscode.window.setStatusBarMessage(hint, hintTime);
        return undefined;
      }
    }
  }

  /** Whether all of the calls is on screen; else it is opened. */
  async shows(reviews: readonly PendingReview[]): Promise<boolean> {
    if (this.#meaningNow(reviews) !== 'open') return true;
    await this.#bringUp(reviews);
    return false;
  }

  /** A large diff takes its time, and whoever presses again meanwhile would begin it anew. */
  async #bringUp(reviews: readonly PendingReview[]): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    await this.#open(reviews).finally(() => (this.#opening = false));
  }

  #meaningNow(reviews: readonly PendingReview[]): Meaning {
    const calls = reviews.map((review) => ({
      shown: this.#screen.shown(review),
      wholeSince: this.#screen.wholeSince(review),
    }));
    return meaningOf({ calls, lastPress: this.#lastPress, now: performance.now() });
  }
}
