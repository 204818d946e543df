// Asks the person to review a call, on all surfaces at once.

import * as vscode from 'vscode';
import { compareSides, lookForWarnings } from '../../tools/pipeline/compareSides.ts';
import type { Call, Decision, Review, ReviewRequest } from '../../tools/ports/ports.ts';
import { isAskedInChat } from './card.ts';
import { answerNote, askedNote, queuedNote } from './callNotes.ts';
import { closeReviewTabs, isReviewOpen, showsSeveral } from './diff/diffTabs.ts';
import { openDiff, openTogether, presentDiff, replaceDiff, type DiffPair } from './diff/openDiff.ts';
import type { KeptChoices } from './keptChoices.ts';
import type { Answer, Choice, HunkChoice, PendingReview } from './pendingReviews.ts';
import type { Proposal, ReviewedChanges, ShownTexts } from './diff/proposal.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { waitingText } from './pendingView.ts';
import { HunkRewrites } from './diff/hunkRewrites.ts';
import type { ReviewParts } from './reviewParts.ts';
import { filesOf, tabTitle } from './shownFiles.ts';
import { Recounting } from './diff/recounting.ts';
import type { CommentedAnswer } from './reviewComments.ts';

/** Maximum milliseconds for which an answer waits for its diff to be closed. */
const maxClosing = 3000;

/** Debounce in milliseconds between an exclusion or inclusion and the new diff. */
const choosingPause = 300;

/** Milliseconds without a card after which a line in the chat says that the call is asked in the editor. */
const cardPause = 1500;

type ProposalClass = typeof Proposal;
const loadProposal = onceUntilFailure(() => import('./diff/proposal.ts'));

/** Asks for approval on all surfaces at once. The first answer wins, and what the person saw is what is applied. */
export class EditorReview implements Review {
  readonly #parts: ReviewParts;
  readonly #proposals = new Map<string, Proposal>();
  /** The files in the open diff of each review, by its id. */
  readonly #displayed = new Map<string, string>();
  /** What was excluded from the last plan of a call, in case it is planned anew. */
  readonly #kept = new WeakMap<Call, KeptChoices>();
  /** Serializes opening and replacing diffs, since each moves the focus. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  async ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const { pending, files, notes, openComments } = this.#parts;
    const { Proposal } = await loadProposal();
    const { first } = pending;
    const review = pending.add(request, call);
    const proposal = this.#propose(review, Proposal);
    const recounting = new Recounting(review, () => this.#read(review, proposal, proposal.shownTexts()));
    const rewrites = new HunkRewrites(proposal, recounting);
    const choosing = vscode.Disposable.from(
      review.onDidChoose((how) => void this.#followChoice(review, recounting, how)),
      review.onDidChooseHunks((choice) => void this.#followHunks(review, rewrites, choice)),
    );
    // The lines of a unified diff are not those of the file.
    const commentable = proposal.pairs(new Set()).filter(({ isUnified }) => !isUnified);
    const comments = openComments(review, commentable);
    let texts: ShownTexts = new Map();
    // The texts at the moment of the answer count, not what is typed a moment later.
    review.closed.addEventListener('abort', () => (texts = proposal.shownTexts()), { once: true });
    try {
      await this.#restore(review, rewrites);
      const turn = pending.whenFirst(review);
      if (first !== undefined) notes.add(call, queuedNote(review, first, turn));
      await turn;
      if (!review.closed.aborted) {
        await this.#present(review, proposal).catch((cause: unknown) => {
          if (!review.closed.aborted) throw cause;
        });
      }
      void this.#sayWhereAsked(review);
      const card = this.#card(review, rewrites);
      const answer = await review.answered;
      const note = answerNote(review, answer);
      if (note !== undefined) notes.add(call, note);
      await card;
      const decision = await this.#decide(review, answer, proposal, texts);
      return { ...decision, ...(await (await comments)?.end(endOf(answer), texts)) };
    } finally {
      // Closes the review if showing it failed; no effect after an answer.
      review.answer({ approve: false, surface: 'failure' });
      // Keeps the comments if answering failed; no effect after `end`.
      void comments.then((opened) => opened?.end('unanswered', texts));
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
  open(reviews: readonly PendingReview[], then: () => unknown = () => undefined): Promise<void> {
    return this.#serialized(() => this.#open(reviews).then(async () => void (await then())));
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
    else
      await openDiff(only.id, pairs.flat(), { title: await tabTitle(only, pairs.flat()), isSeveral: only.files > 1 });
    for (const [index, each] of reviews.entries()) {
      this.#displayed.set(each.id, filesOf(pairs[index] ?? []));
      this.#parts.screen.renew(each);
    }
  }

  /** Excludes again what the person had excluded before the call had to be planned anew. */
  async #restore(review: PendingReview, rewrites: HunkRewrites): Promise<void> {
    const kept = this.#kept.get(review.call);
    if (kept === undefined) return;
    const { restoreChoices } = await import('./keptChoices.ts');
    restoreChoices(review, kept);
    await rewrites.settled();
  }

  /** Rewrites the proposal by the chosen hunks. Until the diff shows it, no approval counts. */
  async #followHunks(review: PendingReview, rewrites: HunkRewrites, choice: HunkChoice): Promise<void> {
    const { screen } = this.#parts;
    screen.outdate(review);
    const isLast = await rewrites.rewrite(choice);
    await this.#serialized(async () => {
      if (!isLast || review.closed.aborted) return;
      if (review.files === 1) screen.renew(review);
      else await this.#replace(review);
    });
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
        await replaceDiff(review.id, pairs, await tabTitle(review, pairs), back);
      this.#displayed.set(review.id, filesOf(pairs));
    }
    screen.renew(review);
    return true;
  }

  #propose(review: PendingReview, Proposal: ProposalClass): Proposal {
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
    await presentDiff(pairs, await tabTitle(review, pairs), where);
    // What was excluded before is not shown at all.
    if (this.#displayed.get(review.id) === filesOf(this.pairsOf(review))) this.#parts.screen.renew(review);
  }

  async #decide(review: PendingReview, answer: Answer, proposal: Proposal, texts: ShownTexts): Promise<Decision> {
    const { surface } = answer;
    if (!answer.approve) {
      return { approved: false, surface, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    }
    const read = await this.#read(review, proposal, texts);
    const { exclusionsOf, keepChoices } = await import('./keptChoices.ts');
    this.#kept.set(review.call, keepChoices(review, read));
    return { approved: true, surface, changes: read.changes, amended: read.amended, ...exclusionsOf(review, read) };
  }

  /** The call as amended in the editor, with its comparisons and warnings computed. */
  async #read(review: PendingReview, proposal: Proposal, texts: ShownTexts): Promise<ReviewedChanges> {
    const read = await proposal.read(texts, review.excluded(), this.#parts.encode);
    proposal.adopt(texts, read);
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

  async #card(review: PendingReview, rewrites: HunkRewrites): Promise<void> {
    if (!isAskedInChat(review)) return;
    const { card, screen } = this.#parts;
    await card.ask({ review, whenWholeOnScreen: () => screen.whenComplete(review), settled: () => rewrites.settled() });
  }
}

function endOf({ approve, surface }: Answer): CommentedAnswer {
  if (approve) return 'approved';
  return surface === 'stop' || surface === 'failure' ? 'unanswered' : 'rejected';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
