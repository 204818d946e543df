import * as vscode from 'vscode';
import { escapeForDisplay } from '../../../core/text/unicode.ts';
import { plainText } from '../../files/plainText.ts';
import { shown } from '../../shared/shown.ts';
import { isReviewOpen, reviewOfTab } from './diffTabs.ts';
import type { PendingReview, PendingReviews } from '../pendingReviews.ts';

/** For so long, in milliseconds, a tab that closed may come up in another group, and what was typed last is read. */
const movingTime = 400;

/** For so long, in milliseconds, a closed diff with the person's own work can be reopened before that is a rejection. */
const reopenTime = 30_000;

/**
 * Rejects a call whose diff is closed. Where the person amended it, or gave reasons, the rejection waits for a while, in
 * which the diff can be reopened with all of that.
 */
export class ClosedDiffs implements vscode.Disposable {
  readonly #open: (review: PendingReview) => Promise<void>;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Map<PendingReview, ReturnType<typeof setTimeout>>();

  constructor(pending: PendingReviews, open: (review: PendingReview) => Promise<void>) {
    this.#open = open;
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const review of closed.flatMap((tab) => pending.find(reviewOfTab(tab)) ?? [])) {
        setTimeout(() => this.#closed(review), movingTime);
      }
    });
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#subscription.dispose();
  }

  #closed(review: PendingReview): void {
    if (review.closed.aborted || isReviewOpen(review.id) || this.#waiting.has(review)) return;
    if (!hasWork(review)) return reject(review);
    // The card may not approve what is no longer on screen: another call, it is put up anew once that is.
    review.recount({ ...review.now() });
    const end = (): void => {
      this.#waiting.delete(review);
      if (!isReviewOpen(review.id)) reject(review);
    };
    this.#waiting.set(review, setTimeout(end, reopenTime));
    void this.#offer(review);
  }

  async #offer(review: PendingReview): Promise<void> {
    const reopen = vscode.l10n.t('Reopen');
    const no = vscode.l10n.t('Reject');
    const text = vscode.l10n.t(
      'You closed the diff of "{0}", which you had amended. It will be rejected in {1} seconds.',
      escapeForDisplay(shown(review.request.title)),
      reopenTime / 1000,
    );
    const picked = await vscode.window.showWarningMessage(plainText(`Redline: ${text}`), reopen, no);
    if (picked === undefined) return;
    clearTimeout(this.#waiting.get(review));
    this.#waiting.delete(review);
    if (picked === no) return reject(review);
    if (review.closed.aborted) await showTexts(review);
    else await this.#open(review);
  }
}

/** Whether the person did something to a call that closing its diff would lose. */
function hasWork(review: PendingReview): boolean {
  return review.now().amended.size > 0 || [...review.leftOut()].some((change) => review.reasonOf(change) !== undefined);
}

function reject(review: PendingReview): void {
  review.answer({ approve: false, surface: 'closed diff' });
}

/** Once the call is over, what the person typed can still be had, as new texts. */
async function showTexts(review: PendingReview): Promise<void> {
  for (const meant of review.now().amended.values()) {
    if (!('after' in meant) || meant.after.kind !== 'text') continue;
    const document = await vscode.workspace.openTextDocument({ content: meant.after.text });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
