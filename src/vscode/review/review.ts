import * as vscode from 'vscode';
import { shown } from '../shown.ts';
import type { Change } from '../../core/change.ts';
import { pathOf } from '../../core/summary.ts';
import { escapeForDisplay } from '../../core/unicode.ts';
import type { Call, Decision, LeftOut, Review, ReviewRequest } from '../../tools/ports.ts';
import type { Attention } from './attention.ts';
import type { Card } from './card.ts';
import { concernTexts } from './concernText.ts';
import { closeReviewTabs, reviewOfTab } from './diffTabs.ts';
import { openDiff, presentDiff } from './openDiff.ts';
import type { Answer, PendingReview, PendingReviews } from './pendingReviews.ts';
import { Proposal, type Encode, type ShownTexts } from './proposal.ts';
import type { ProposalFiles } from './proposalFiles.ts';

/** For so long, in milliseconds, an answer waits for its diff to be closed. */
const mostClosing = 3000;

export interface ReviewParts {
  readonly pending: PendingReviews;
  readonly files: ProposalFiles;
  readonly card: Card;
  readonly attention: Attention;
  readonly encode: Encode;
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
    const { pending, files } = this.#parts;
    const review = pending.add(request, call);
    const proposal = new Proposal(review.id, request.changes, files);
    this.#proposals.set(review.id, proposal);
    let texts: ShownTexts = new Map();
    // What counts is what stands there at the moment of the answer, not what is typed or saved a moment later.
    review.closed.addEventListener('abort', () => (texts = proposal.shownTexts()), { once: true });
    const watch = watchClosing(review);
    try {
      await pending.turn(review);
      if (!review.closed.aborted) {
        await this.#present(review, proposal).catch((cause: unknown) => {
          // To who has answered by now it is nothing that a diff does not open.
          if (!review.closed.aborted) throw cause;
        });
      }
      const card = this.#card(review);
      const answer = await review.answered;
      await card;
      return await this.#decide(review, answer, proposal, texts);
    } finally {
      // Without effect unless showing it failed: then nothing may go on waiting.
      review.answer({ approve: false, surface: 'failure' });
      watch.dispose();
      this.#proposals.delete(review.id);
      // A tab that will not close (the editor asks about saving after all) must not hold up the answer.
      const closed = closeReviewTabs(review.id).finally(() => files.forget(review.id));
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, mostClosing))]);
    }
  }

  /** Brings the diff of a waiting call into view, since the person asked for it: the focus goes there. */
  async open(review: PendingReview): Promise<void> {
    await openDiff(review.id, this.#proposals.get(review.id)?.pairs() ?? [], diffTitle(review));
  }

  async #present(review: PendingReview, proposal: Proposal): Promise<void> {
    const where = this.#parts.attention.where(review.call.token !== undefined);
    await presentDiff(proposal.pairs(), diffTitle(review), where);
  }

  async #decide(review: PendingReview, answer: Answer, proposal: Proposal, texts: ShownTexts): Promise<Decision> {
    const { surface } = answer;
    if (!answer.approve) {
      return { approved: false, surface, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    }
    const { changes, amended, leftOut } = await proposal.read(texts, review.leftOut, this.#parts.encode);
    return { approved: true, surface, changes, amended, leftOut: leftOut.map((change) => toLeftOut(review, change)) };
  }

  #card(review: PendingReview): Promise<void> {
    const usesCard =
      this.#parts.surface() === 'chatAndEditor' && !review.request.verdict.protected && review.call.token !== undefined;
    return usesCard ? this.#parts.card.ask(review) : Promise.resolve();
  }
}

function toLeftOut(review: PendingReview, change: Change): LeftOut {
  const reason = review.reasonOf(change);
  return { path: pathOf(change), ...(reason === undefined ? {} : { reason }) };
}

function diffTitle({ request }: PendingReview): string {
  const title = escapeForDisplay(shown(request.title));
  const mark = request.changes.some((change) => concernTexts(change).length > 0) ? '⚠ ' : '';
  return request.verdict.protected
    ? vscode.l10n.t('{0}Redline (protected): {1}', mark, title)
    : vscode.l10n.t('{0}Redline: {1}', mark, title);
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
