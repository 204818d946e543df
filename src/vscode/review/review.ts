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
import { openDiff, openTogether, presentDiff } from './openDiff.ts';
import type { Answer, PendingReview, PendingReviews } from './pendingReviews.ts';
import { Proposal, type Encode, type ShownTexts } from './proposal.ts';
import { waitingText } from './pendingView.ts';
import type { Screen } from './screen.ts';
import type { ProposalFiles } from './proposalFiles.ts';

/** For so long, in milliseconds, an answer waits for its diff to be closed. */
const mostClosing = 3000;

export interface ReviewParts {
  readonly pending: PendingReviews;
  readonly files: ProposalFiles;
  readonly card: Card;
  readonly attention: Attention;
  readonly encode: Encode;
  readonly screen: Screen;
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
    const proposal = this.#propose(review);
    let texts: ShownTexts = new Map();
    // What counts is what stands there at the moment of the answer, not what is typed or saved a moment later.
    review.closed.addEventListener('abort', () => (texts = proposal.shownTexts()), { once: true });
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
      this.#proposals.delete(review.id);
      // A tab that will not close (the editor asks about saving after all) must not hold up the answer.
      const closed = closeReviewTabs(review.id).finally(() => files.forget(review.id));
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, mostClosing))]);
    }
  }

  /** Brings all of one or several waiting calls into view, since the person asked for it: the focus goes there. */
  async open(reviews: readonly PendingReview[]): Promise<void> {
    const [only, ...others] = reviews;
    if (only === undefined) return;
    const pairs = reviews.map(({ id }) => this.#proposals.get(id)?.pairs() ?? []);
    if (others.length > 0) await openTogether(pairs, waitingText(reviews.length));
    else await openDiff(only.id, pairs.flat(), diffTitle(only));
  }

  #propose(review: PendingReview): Proposal {
    const { id, request } = review;
    try {
      const proposal = new Proposal(id, request.changes, this.#parts.files, request.verdict.guarded);
      this.#proposals.set(id, proposal);
      return proposal;
    } catch (cause) {
      review.answer({ approve: false, surface: 'failure' });
      throw cause;
    }
  }

  async #present(review: PendingReview, proposal: Proposal): Promise<void> {
    // The person may have opened it while others were before it.
    if (this.#parts.screen.shown(review) === 'whole') return;
    const where = this.#parts.attention.where(review.call.token !== undefined);
    await presentDiff(proposal.pairs(), diffTitle(review), where);
  }

  async #decide(review: PendingReview, answer: Answer, proposal: Proposal, texts: ShownTexts): Promise<Decision> {
    const { surface } = answer;
    if (!answer.approve) {
      return { approved: false, surface, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    }
    const { changes, amended, leftOut } = await proposal.read(texts, review.leftOut(), this.#parts.encode);
    return { approved: true, surface, changes, amended, leftOut: leftOut.map((change) => toLeftOut(review, change)) };
  }

  async #card(review: PendingReview): Promise<void> {
    const { verdict } = review.request;
    // Who presses a card cannot be told: the host may do it for the person, who then has seen nothing.
    const mayAnswer = !verdict.protected && verdict.mustBeSeen !== true;
    const usesCard = this.#parts.surface() === 'chatAndEditor' && mayAnswer && review.call.token !== undefined;
    const seen = usesCard ? await this.#parts.screen.whole(review) : undefined;
    if (seen !== undefined) await this.#parts.card.ask(review, seen);
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
export function rejectClosed(pending: PendingReviews): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const review of closed.flatMap((tab) => pending.find(reviewOfTab(tab)) ?? [])) {
      setTimeout(() => {
        if (!isOpen(review.id)) review.answer({ approve: false, surface: 'closed diff' });
      }, 150);
    }
  });
}

function isOpen(reviewId: string): boolean {
  return vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => reviewOfTab(tab) === reviewId));
}
