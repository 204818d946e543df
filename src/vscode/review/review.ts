// Asks the person to review a call, on all surfaces at once.

import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { compareSides, lookForWarnings } from '../../tools/pipeline/compareSides.ts';
import type { Call, Decision, ExcludedPath, Review, ReviewRequest } from '../../tools/ports/ports.ts';
import { isAskedInChat, type Card } from './card.ts';
import type { Attention } from './attention.ts';
import { answerNote, askedNote, queuedNote } from './callNotes.ts';
import type { ChatNotes } from './chatNotes.ts';
import { closeReviewTabs, isReviewOpen, showsSeveral } from './diff/diffTabs.ts';
import { diffTitle } from './diffTitle.ts';
import { openDiff, openTogether, presentDiff, replaceDiff, type DiffPair } from './diff/openDiff.ts';
import type { Answer, Choice, PendingReview, PendingReviews } from './pendingReviews.ts';
import { Proposal, type Encode, type ReviewedChanges, type ShownTexts } from './diff/proposal.ts';
import { waitingText } from './pendingView.ts';
import { Recounting } from './diff/recounting.ts';
import type { ScreenTracker } from './screenTracker.ts';
import type { ProposalFiles } from './diff/proposalFiles.ts';

/** Maximum milliseconds for which an answer waits for its diff to be closed. */
const maxClosing = 3000;

/** Debounce in milliseconds between an exclusion or inclusion and the new diff. */
const choosingPause = 300;

/** Milliseconds without a card after which a line in the chat says that the call is asked in the editor. */
const cardPause = 1500;

export interface ReviewParts {
  readonly pending: PendingReviews;
  readonly files: ProposalFiles;
  readonly card: Card;
  readonly notes: ChatNotes;
  readonly attention: Attention;
  readonly encode: Encode;
  readonly screen: ScreenTracker;
}

/** Asks for approval on all surfaces at once. The first answer wins, and what the person saw is what is applied. */
export class EditorReview implements Review {
  readonly #parts: ReviewParts;
  readonly #proposals = new Map<string, Proposal>();
  /** The files in the open diff of each review, by its id. */
  readonly #displayed = new Map<string, string>();
  /** Serializes opening and replacing diffs, since each moves the focus. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  async ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const { pending, files, notes } = this.#parts;
    const { first } = pending;
    const review = pending.add(request, call);
    const proposal = this.#propose(review);
    const recounting = new Recounting(review, () => this.#read(review, proposal, proposal.shownTexts()));
    const choosing = review.onDidChoose((how) => void this.#followChoice(review, recounting, how));
    let texts: ShownTexts = new Map();
    // The texts at the moment of the answer count, not what is typed a moment later.
    review.closed.addEventListener('abort', () => (texts = proposal.shownTexts()), { once: true });
    try {
      const turn = pending.whenFirst(review);
      if (first !== undefined) notes.add(call, queuedNote(review, first, turn));
      await turn;
      if (!review.closed.aborted) {
        await this.#present(review, proposal).catch((cause: unknown) => {
          if (!review.closed.aborted) throw cause;
        });
      }
      void this.#sayWhereAsked(review);
      const card = this.#card(review, recounting);
      const answer = await review.answered;
      const note = answerNote(review, answer);
      if (note !== undefined) notes.add(call, note);
      await card;
      return await this.#decide(review, answer, proposal, texts);
    } finally {
      // Closes the review if showing it failed; no effect after an answer.
      review.answer({ approve: false, surface: 'failure' });
      choosing.dispose();
      recounting.dispose();
      this.#proposals.delete(review.id);
      this.#displayed.delete(review.id);
      // With a time limit: a tab stays open if the editor asks about saving.
      const closed = closeReviewTabs(review.id).finally(() => files.forget(review.id));
      await Promise.race([closed, pause(maxClosing)]);
    }
  }

  /** The files to show in the diff of a waiting call. */
  pairsOf(review: PendingReview): readonly DiffPair[] {
    return this.#proposals.get(review.id)?.pairs(review.excluded()) ?? [];
  }

  /** Opens the diff of one or several waiting calls at the person's request, with the focus. */
  open(reviews: readonly PendingReview[]): Promise<void> {
    return this.#serialized(() => this.#open(reviews));
  }

  #serialized<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#opening.then(work);
    this.#opening = result.catch(() => undefined);
    return result;
  }

  async #open(reviews: readonly PendingReview[]): Promise<void> {
    const [only, ...others] = reviews;
    if (only === undefined) return;
    const pairs = reviews.map((each) => this.pairsOf(each));
    const isOther = this.#displayed.get(only.id) !== filesOf(pairs[0] ?? []);
    if (others.length === 0 && isOther && (await this.#replace(only))) return;
    if (others.length > 0) await openTogether(pairs, waitingText(reviews.length));
    else await openDiff(only.id, pairs.flat(), { title: diffTitle(only, pairs.flat()), isSeveral: only.files > 1 });
    for (const [index, each] of reviews.entries()) {
      this.#displayed.set(each.id, filesOf(pairs[index] ?? []));
      this.#parts.screen.renew(each);
    }
  }

  /** Updates the diff to the included files when the person pauses. */
  async #followChoice(review: PendingReview, recounting: Recounting, { inDiff = false }: Choice): Promise<void> {
    const { screen } = this.#parts;
    screen.outdate(review);
    const choice = review.excluded();
    await pause(choosingPause);
    await recounting.settled();
    await this.#serialized(async () => {
      const isLast = review.excluded() === choice && !review.closed.aborted;
      if (isLast) await this.#replace(review, inDiff ? undefined : 'redline.pending.focus');
    });
  }

  /** Replaces the open diff of a call by one of its included files; false if none is open. */
  async #replace(review: PendingReview, back?: string): Promise<boolean> {
    const { screen } = this.#parts;
    if (!screen.isOutdated(review)) return false;
    const pairs = this.pairsOf(review);
    // With all files excluded, the old diff stays: an approval would write nothing.
    if (pairs.length > 0) {
      if (!isReviewOpen(review.id, showsSeveral)) return false;
      if (this.#displayed.get(review.id) !== filesOf(pairs))
        await replaceDiff(review.id, pairs, diffTitle(review, pairs), back);
      this.#displayed.set(review.id, filesOf(pairs));
    }
    screen.renew(review);
    return true;
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
    // The person may have opened it while it was queued.
    if (this.#parts.screen.shown(review) === 'whole') return;
    const where = this.#parts.attention.where(review.call.token !== undefined);
    const pairs = proposal.pairs(review.excluded());
    this.#displayed.set(review.id, filesOf(pairs));
    await presentDiff(pairs, diffTitle(review, pairs), where);
  }

  async #decide(review: PendingReview, answer: Answer, proposal: Proposal, texts: ShownTexts): Promise<Decision> {
    const { surface } = answer;
    if (!answer.approve) {
      return { approved: false, surface, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    }
    const { changes, amended, excluded } = await this.#read(review, proposal, texts);
    const excludedPaths = excluded.map((change) => toExcludedPath(review, change));
    return { approved: true, surface, changes, amended, excludedPaths };
  }

  /** The call as amended in the editor, with its comparisons and warnings computed. */
  async #read(review: PendingReview, proposal: Proposal, texts: ShownTexts): Promise<ReviewedChanges> {
    const read = await proposal.read(texts, review.excluded(), this.#parts.encode);
    await compareSides(read.changes);
    await lookForWarnings(read.changes);
    return read;
  }

  /** Adds a line to the chat that the call waits in the editor, unless a card appears. */
  async #sayWhereAsked(review: PendingReview): Promise<void> {
    const { notes, screen } = this.#parts;
    let asked: Promise<unknown> = review.answered;
    if (isAskedInChat(review)) {
      // The card appears once all of the call is on screen.
      asked = screen.whenComplete(review);
      const isAsked = await Promise.race([asked.then(() => true), pause(cardPause).then(() => false)]);
      if (isAsked) return;
    }
    if (!review.closed.aborted) notes.add(review.call, askedNote(review, asked));
  }

  async #card(review: PendingReview, recounting: Recounting): Promise<void> {
    if (!isAskedInChat(review)) return;
    const { card, screen } = this.#parts;
    await card.ask({
      review,
      whenWholeOnScreen: () => screen.whenComplete(review),
      settled: () => recounting.settled(),
    });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function filesOf(pairs: readonly DiffPair[]): string {
  return pairs.map(({ sides: [, after] }) => after.toString()).join('\n');
}

function toExcludedPath(review: PendingReview, change: Change): ExcludedPath {
  const reason = review.reasonOf(change);
  return { path: displayPathOf(change), ...(reason === undefined ? {} : { reason }) };
}
