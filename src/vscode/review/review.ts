import * as vscode from 'vscode';
import type { Call, Decision, Review, ReviewRequest, Workspace } from '../../tools/ports.ts';
import type { Card } from './card.ts';
import { closeReviewTabs, reviewOfTab } from './diffTabs.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import { Proposal } from './proposal.ts';
import type { ProposalFiles } from './proposalFiles.ts';

export interface ReviewParts {
  readonly pending: PendingReviews;
  readonly files: ProposalFiles;
  readonly card: Card;
  readonly encode: Workspace['encode'];
  /** Where to ask: with the host's card, or in Redline's own surfaces only. */
  surface(): 'chatAndEditor' | 'editor';
}

/** The review: asks on every surface at once, the first answer wins, and what the person saw is what is applied. */
export class EditorReview implements Review {
  readonly #parts: ReviewParts;
  readonly #proposals = new Map<string, Proposal>();

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  async ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const { pending, files, encode } = this.#parts;
    const review = pending.add(request, call);
    const proposal = new Proposal(review.id, request.changes, files);
    this.#proposals.set(review.id, proposal);
    const watch = watchClosing(review);
    try {
      await pending.turn(review);
      if (!review.closed.aborted) await this.open(review, true);
      const card = this.#card(review);
      const answer = await review.answered;
      await card;
      const { surface } = answer;
      if (!answer.approve) {
        const { reason } = answer;
        return reason === undefined ? { approved: false, surface } : { approved: false, surface, reason };
      }
      return { approved: true, leftOut: [], surface, ...(await proposal.read(encode)) };
    } finally {
      watch.dispose();
      this.#proposals.delete(review.id);
      await closeReviewTabs(review.id);
      files.forget(review.id);
    }
  }

  /** Brings the diff of a waiting call into view; only a person's own command may take the focus. */
  async open(review: PendingReview, preserveFocus: boolean): Promise<void> {
    await this.#proposals.get(review.id)?.show(diffTitle(review), preserveFocus);
  }

  #card(review: PendingReview): Promise<void> {
    const usesCard =
      this.#parts.surface() === 'chatAndEditor' && !review.request.verdict.protected && review.call.token !== undefined;
    return usesCard ? this.#parts.card.ask(review) : Promise.resolve();
  }
}

function diffTitle(review: PendingReview): string {
  return vscode.l10n.t('Redline: {0}', review.request.title);
}

/** Closing the diff is a rejection. A tab that moves to another group closes too, so the closing is looked at twice. */
function watchClosing(review: PendingReview): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs((event) => {
    if (!event.closed.some((tab) => reviewOfTab(tab) === review.id)) return;
    setTimeout(() => {
      if (!isOpen(review.id)) review.answer({ approve: false, surface: 'closed diff' });
    }, 150);
  });
}

function isOpen(reviewId: string): boolean {
  return vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => reviewOfTab(tab) === reviewId));
}
