// Asks the user to review a call, on all surfaces at once.

import * as vscode from 'vscode';
import { compareSides, computeWarnings } from '../../tools/pipeline/compareSides.ts';
import type { Call, Decision, Review, ReviewRequest } from '../../tools/ports/ports.ts';
import { isAskedInChat } from './card.ts';
import { answerNote, askedNote, queuedNote } from './callNotes.ts';
import { closeReviewTabs, isReviewOpen, showsSeveral } from './diff/diffTabs.ts';
import { openDiff, openTogether, presentDiff, replaceDiff, type DiffPair } from './diff/openDiff.ts';
import type { CarriedExclusions } from './carriedExclusions.ts';
import type { ReviewAnswer, ExclusionDetails, PendingReview } from './pendingReviews.ts';
import type { ReviewedChanges, ShownTexts } from './diff/amendments.ts';
import type { Proposal } from './diff/proposal.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { waitingText } from './pendingView.ts';
import { HunkRewrites } from './diff/hunkRewrites.ts';
import type { ReviewDeps } from './reviewParts.ts';
import { filesKey, tabTitle } from './shownFiles.ts';
import { Recounting } from './diff/recounting.ts';
import { commentedAnswerOf } from './reviewComments.ts';
import { delay } from '../../async/eventLoop.ts';

/** Maximum milliseconds that an answer waits for its diff to close. */
const maxClosing = 3000;

/** Debounce in milliseconds between an exclusion or inclusion and the new diff. */
const choosingPause = 300;

/** Milliseconds without a card after which a line in the chat refers to the question in the editor. */
const cardPause = 1500;

type ProposalClass = typeof Proposal;
const loadProposal = onceUntilFailure(() => import('./diff/proposal.ts'));
const loadSyntax = onceUntilFailure(() => import('./syntaxWarnings.ts'));
const loadDeclared = onceUntilFailure(() => import('./declaredFiles.ts'));

/** Asks for approval on all surfaces at once. The first answer wins, and exactly the displayed changes are applied. */
export class EditorReview implements Review {
  readonly #deps: ReviewDeps;
  /** Proposals by review id. */
  readonly #proposals = new Map<string, HunkRewrites>();
  /** Files in the open diffs, by review id. */
  readonly #displayed = new Map<string, string>();
  /** Exclusions from a call's last plan, to reapply if it is planned again. */
  readonly #kept = new WeakMap<Call, CarriedExclusions>();
  /** Serializes opening and replacing diffs, since each moves the focus. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor(deps: ReviewDeps) {
    this.#deps = deps;
  }

  async ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const { pending, files, notes, openComments } = this.#deps;
    const { Proposal } = await loadProposal();
    const declared = await (await loadDeclared()).readDeclared(request.changes);
    const { first } = pending;
    const review = pending.add({ ...request, declared }, call);
    const proposal = this.#propose(review, Proposal);
    const recounting = new Recounting(review, () => this.#read(review, proposal, proposal.shownTexts()));
    const rewrites = new HunkRewrites(proposal, recounting);
    this.#proposals.set(review.id, rewrites);
    const choosing = this.#followChoices(review, rewrites);
    const comments = openComments(review, proposal.pairs(new Set()));
    let texts: ShownTexts = new Map();
    // The texts at the moment of the answer count, not later edits.
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
      return { ...decision, ...(await (await comments)?.end(commentedAnswerOf(answer), texts)) };
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
      await Promise.race([closed, delay(maxClosing)]);
    }
  }

  /** The files to show in the diff of a waiting call. */
  pairsOf(review: PendingReview): readonly DiffPair[] {
    return this.#proposals.get(review.id)?.proposal.pairs(review.excluded()) ?? [];
  }

  /** Opens the diff of one or several waiting calls at the user's request, with the focus. */
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
    const { screen } = this.#deps;
    const choices = await Promise.all(reviews.map((each) => this.#lastChoice(each)));
    const pairs = reviews.map((each) => this.pairsOf(each));
    const isOther = this.#displayed.get(only.id) !== filesKey(pairs[0] ?? []);
    if (others.length === 0 && isOther && (await this.#replace(only))) return;
    if (others.length > 0) await openTogether(pairs, waitingText(reviews.length));
    else
      await openDiff(only.id, pairs.flat(), { title: await tabTitle(only, pairs.flat()), isSeveral: only.files > 1 });
    for (const [index, each] of reviews.entries()) {
      this.#displayed.set(each.id, filesKey(pairs[index] ?? []));
      screen.renew(each, choices[index]);
    }
  }

  /** Reapplies the user's exclusions after the call had to be planned again. */
  async #restore(review: PendingReview, rewrites: HunkRewrites): Promise<void> {
    const kept = this.#kept.get(review.call);
    if (kept === undefined) return;
    const { reapplyExclusions } = await import('./carriedExclusions.ts');
    reapplyExclusions(review, kept);
    await rewrites.settled();
  }

  #followChoices(review: PendingReview, rewrites: HunkRewrites): vscode.Disposable {
    return vscode.Disposable.from(
      review.onDidChoose((how) => void this.#follow(review, how, () => delay(choosingPause))),
      review.onDidChooseHunks((choice) => void this.#follow(review, choice, () => rewrites.rewrite(choice))),
    );
  }

  /** Updates the diff after a choice; until then no approval counts. @param make makes the choice, or waits for more */
  async #follow(review: PendingReview, { inDiff = false }: ExclusionDetails, make: () => Promise<void>): Promise<void> {
    const { screen } = this.#deps;
    const choice = screen.outdate(review);
    await make();
    await this.#lastChoice(review);
    await this.#serialized(async () => {
      // A later choice has its own update.
      if (review.closed.aborted || screen.outdatedBy(review) !== choice) return;
      if (review.files === 1) screen.renew(review, choice);
      else await this.#replace(review, inDiff ? undefined : 'redline.pending.focus');
    });
  }

  /** The last choice that the open diff does not show yet, once the proposal contains it. */
  async #lastChoice(review: PendingReview): Promise<number | undefined> {
    await this.#proposals.get(review.id)?.settled();
    return this.#deps.screen.outdatedBy(review);
  }

  /** Replaces a call's open diff by a diff of the files still included. Returns false if no diff is open. */
  async #replace(review: PendingReview, back?: string): Promise<boolean> {
    const { screen } = this.#deps;
    const choice = screen.outdatedBy(review);
    if (choice === undefined) return false;
    const pairs = this.pairsOf(review);
    // With all files excluded, the old diff stays: an approval would write nothing.
    if (pairs.length > 0) {
      if (!isReviewOpen(review.id, showsSeveral)) return false;
      if (this.#displayed.get(review.id) !== filesKey(pairs))
        await replaceDiff(review.id, pairs, await tabTitle(review, pairs), back);
      this.#displayed.set(review.id, filesKey(pairs));
    }
    screen.renew(review, choice);
    return true;
  }

  #propose(review: PendingReview, Proposal: ProposalClass): Proposal {
    const { id, request } = review;
    try {
      return new Proposal(id, request.changes, this.#deps.files, request.verdict.guarded);
    } catch (cause) {
      review.answer({ approve: false, surface: 'failure' });
      throw cause;
    }
  }

  async #present(review: PendingReview, proposal: Proposal): Promise<void> {
    // The user may have opened the review while it was queued.
    const { screen } = this.#deps;
    if (screen.shown(review) === 'whole') return;
    const choice = await this.#lastChoice(review);
    const where = this.#deps.attention.where(review.call.token !== undefined);
    const pairs = proposal.pairs(review.excluded());
    this.#displayed.set(review.id, filesKey(pairs));
    await presentDiff(pairs, await tabTitle(review, pairs), where);
    // The new diff includes all choices up to this one.
    screen.renew(review, choice);
    const { openSyntax } = this.#deps;
    if (openSyntax !== undefined) void (await loadSyntax()).followSyntax(review, openSyntax);
  }

  async #decide(review: PendingReview, answer: ReviewAnswer, proposal: Proposal, texts: ShownTexts): Promise<Decision> {
    const { surface } = answer;
    if (!answer.approve) {
      return { approved: false, surface, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    }
    const read = await this.#read(review, proposal, texts);
    const { exclusionsOf, exclusionsToCarry } = await import('./carriedExclusions.ts');
    this.#kept.set(review.call, exclusionsToCarry(review, read));
    return { approved: true, surface, changes: read.changes, amended: read.amended, ...exclusionsOf(review, read) };
  }

  /** The call with the edits in the editor, with its comparisons and warnings computed. */
  async #read(review: PendingReview, proposal: Proposal, texts: ShownTexts): Promise<ReviewedChanges> {
    const read = await proposal.read(texts, review.excluded(), this.#deps.encode);
    proposal.adopt(texts, read);
    await compareSides(read.changes);
    await computeWarnings(read.changes);
    return read;
  }

  /** Adds a line to the chat that the call waits in the editor, unless a card appears. */
  async #sayWhereAsked(review: PendingReview): Promise<void> {
    const { notes, screen } = this.#deps;
    let asked: Promise<unknown> = review.answered;
    if (isAskedInChat(review)) {
      // The card appears once all of the call is on screen.
      asked = screen.whenComplete(review);
      const isAsked = await Promise.race([asked.then(() => true), delay(cardPause).then(() => false)]);
      if (isAsked) return;
    }
    if (!review.closed.aborted) notes.add(review.call, askedNote(review, asked));
  }

  async #card(review: PendingReview, rewrites: HunkRewrites): Promise<void> {
    if (!isAskedInChat(review)) return;
    const { card, screen } = this.#deps;
    await card.ask({ review, whenWholeOnScreen: () => screen.whenComplete(review), settled: () => rewrites.settled() });
  }
}
