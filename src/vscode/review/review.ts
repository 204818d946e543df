// Asks the user to review a call: in the diff editor, the view and the status bar, and by a card in the chat.

import { precomputeComparisons } from '../../core/change/changeComparison.ts';
import type { Call, Decision, Review, ReviewRequest } from '../../tools/ports/ports.ts';
import { isAskedInChat } from './card/cardPresenter.ts';
import { answerNote, noteWhereAsked, reviewQueueNote } from './card/chatNotes.ts';
import { closeReviewTabs } from './diff/diffTabs.ts';
import { followExclusions } from './diff/followExclusions.ts';
import type { DiffPair } from './diff/diffPair.ts';
import type { OnOpened, ReviewDiffs } from './diff/reviewDiffs.ts';
import type { CarriedChoices } from './choices/carriedChoices.ts';
import type { ReviewAnswer, PendingReview } from './pendingReviews.ts';
import type { ReviewedChanges, EditorTexts } from './proposal/amendments.ts';
import type { Proposal } from './proposal/proposal.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { ReviewDeps } from './reviewDeps.ts';
import type { LiveProposal } from './proposal/liveProposal.ts';
import { reviewEndOf } from './reviewComments.ts';
import { delay, runYielding } from '../../async/eventLoop.ts';

/** Maximum time that an answer waits for its diff to close: the editor may ask about saving. */
const maxClosingMs = 3000;

const loadProposal = onceUntilFailure(() => import('./proposal/proposal.ts'));
const loadLiveProposal = onceUntilFailure(() => import('./proposal/liveProposal.ts'));
const loadSyntax = onceUntilFailure(() => import('./warnings/syntaxWarnings.ts'));
const loadDeclared = onceUntilFailure(() => import('./declaredAttributes.ts'));

/** Shows one call at a time. The first answer on any surface wins, and exactly the displayed changes are applied. */
export class EditorReview implements Review {
  readonly #deps: ReviewDeps;
  /** Proposals of waiting calls, by review id. */
  readonly #proposals = new Map<string, LiveProposal>();
  /** The user's choices in the review of a call's last plan, to reapply if it is planned again. */
  readonly #carriedChoices = new WeakMap<Call, CarriedChoices>();
  readonly #loadDiffs: () => Promise<ReviewDiffs>;

  constructor(deps: ReviewDeps) {
    this.#deps = deps;
    this.#loadDiffs = onceUntilFailure(async () => {
      const { ReviewDiffs } = await import('./diff/reviewDiffs.ts');
      return new ReviewDiffs({
        screen: deps.screen,
        pairsOf: (review) => this.pairsOf(review),
        settleChoices: (review) => this.settleChoices(review),
      });
    });
  }

  async ask(request: ReviewRequest, call: Call): Promise<Decision> {
    const { pending, screen, openComments } = this.#deps;
    const { Proposal: ProposalClass } = await loadProposal();
    const { LiveProposal: LiveClass } = await loadLiveProposal();
    const declared = await (await loadDeclared()).readDeclaredAttributes(request.changes);
    // Reads this before `add`, which makes this call the first one if no other waits.
    const { first: firstBefore } = pending;
    const review = pending.add({ ...request, declared }, call);
    const proposal = this.#createProposal(review, ProposalClass);
    const live = new LiveClass(review, proposal, () => this.#readChanges(review, proposal, proposal.editorTexts()));
    this.#proposals.set(review.id, live);
    const choiceSubscription = followExclusions(review, live, screen, this.#loadDiffs);
    const comments = openComments(review, proposal.pairs(new Set()));
    let texts: EditorTexts = new Map();
    const saveTexts = (): void => {
      texts = proposal.editorTexts();
    };
    // The texts at the moment of the answer count, not later edits.
    review.closedSignal.addEventListener('abort', saveTexts, { once: true });
    try {
      const areChoicesRestored = await this.#restoreChoices(review, live);
      const answer = await this.#awaitAnswer(review, live, firstBefore);
      // If the earlier choices were not restored, this review has no choices that could replace them.
      if (answer.surface === 'stop' && areChoicesRestored) await this.#carryUnanswered(review, live);
      const decision = await this.#toDecision(review, answer, proposal, texts);
      const sentComments = await (await comments)?.takeForAnswer(reviewEndOf(answer), texts);
      return { ...decision, ...sentComments };
    } finally {
      // Closes the review if showing it failed; no effect after an answer.
      review.answer({ approve: false, surface: 'failure' });
      // Keeps the comments if answering failed; no effect after the first call.
      void comments.then((opened) => opened?.takeForAnswer('unanswered', texts));
      choiceSubscription.dispose();
      live.dispose();
      this.#proposals.delete(review.id);
      await this.#closeDiffs(review);
    }
  }

  /**
   * Asks on all surfaces, and resolves with the first answer, once the card in the chat is gone.
   * @param firstBefore the call that was first when this one was added, if any
   */
  async #awaitAnswer(
    review: PendingReview,
    live: LiveProposal,
    firstBefore: PendingReview | undefined,
  ): Promise<ReviewAnswer> {
    await this.#presentWhenFirst(review, firstBefore);
    void noteWhereAsked(review, this.#deps);
    const card = this.#askByCard(review, live);
    const answer = await review.answered;
    const note = answerNote(review, answer);
    if (note !== undefined) this.#deps.notes.add(review.call, note);
    await card;
    return answer;
  }

  /** File pairs of the diff of a call; none if the call does not wait any more. */
  pairsOf(review: PendingReview): readonly DiffPair[] {
    return this.#proposals.get(review.id)?.proposal.pairs(review.excluded()) ?? [];
  }

  /** Opens the diffs of calls: see `ReviewDiffs.open`. */
  async open(reviews: readonly PendingReview[], onOpened?: OnOpened): Promise<void> {
    await (await this.#loadDiffs()).open(reviews, onOpened);
  }

  /** See `ReviewDiffs.whenIdle`. */
  async whenIdle(): Promise<void> {
    await (await this.#loadDiffs()).whenIdle();
  }

  /**
   * Waits until the proposal contains all choices. Returns the number of the last choice that the open diff does not
   * show yet, as in `ScreenTracker`; undefined if the diff shows all.
   */
  async settleChoices(review: PendingReview): Promise<number | undefined> {
    await this.#proposals.get(review.id)?.readSettled();
    return this.#deps.screen.outdatingChoiceOf(review);
  }

  /**
   * Reapplies the user's exclusions if the call was planned again. The edits are not reapplied, but offered as texts.
   * @returns false if the call ended before, so that the earlier choices remain those to reapply
   */
  async #restoreChoices(review: PendingReview, live: LiveProposal): Promise<boolean> {
    const carried = this.#carriedChoices.get(rootOf(review));
    if (carried === undefined) return true;
    const { reapplyChoices } = await import('./choices/carriedChoices.ts');
    this.#carriedChoices.set(rootOf(review), { ...carried, isOffered: true });
    if (!reapplyChoices(review, carried)) return false;
    await live.readSettled();
    return true;
  }

  /** Keeps the choices of a call that ended unanswered, since it may be planned again. */
  async #carryUnanswered(review: PendingReview, live: LiveProposal): Promise<void> {
    const { carryUnanswered } = await import('./choices/carriedChoices.ts');
    await live.readSettled();
    const texts = live.proposal.editorTexts();
    const read = this.#readChanges(review, live.proposal, texts);
    this.#carriedChoices.set(rootOf(review), await carryUnanswered(review, read, texts));
  }

  async #closeDiffs(review: PendingReview): Promise<void> {
    void this.#loadDiffs().then(
      (diffs) => diffs.forget(review),
      () => undefined,
    );
    const { inDiff = false } = await review.answered;
    const tabsClosed = closeReviewTabs(review.id, !inDiff).finally(() => this.#deps.files.forget(review.id));
    await Promise.race([tabsClosed, delay(maxClosingMs)]);
  }

  /** Creates the proposal. If this fails, ends the review, which was added to the waiting ones before. */
  #createProposal(review: PendingReview, ProposalClass: typeof Proposal): Proposal {
    const { id, request } = review;
    try {
      return new ProposalClass(id, request.changes, this.#deps.files, request.verdict.protectedLocations);
    } catch (cause) {
      review.answer({ approve: false, surface: 'failure' });
      throw cause;
    }
  }

  /** Presents a call when it is the first one, unless it is answered before. */
  async #presentWhenFirst(review: PendingReview, firstBefore: PendingReview | undefined): Promise<void> {
    const { pending, notes, focusTracker, openSyntax } = this.#deps;
    const becomesFirst = pending.whenFirst(review);
    if (firstBefore !== undefined) notes.add(review.call, reviewQueueNote(review, firstBefore, becomesFirst));
    await becomesFirst;
    if (review.closedSignal.aborted) return;
    try {
      const diffs = await this.#loadDiffs();
      await diffs.present(review, () => focusTracker.likelyFocus(review.call.token !== undefined));
      if (openSyntax !== undefined) void loadSyntax().then((syntax) => syntax.followSyntax(review, openSyntax));
    } catch (cause) {
      // A diff may fail to open because its call was answered meanwhile.
      if (!review.closedSignal.aborted) throw cause;
    }
  }

  async #toDecision(
    review: PendingReview,
    answer: ReviewAnswer,
    proposal: Proposal,
    texts: EditorTexts,
  ): Promise<Decision> {
    const { surface } = answer;
    if (!answer.approve) {
      return { approved: false, surface, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
    }
    const { carryChoices, readOrOffer } = await import('./choices/carriedChoices.ts');
    const { reportExclusions } = await import('./choices/exclusionReport.ts');
    const read = await readOrOffer(review, this.#readChanges(review, proposal, texts), texts);
    this.#carriedChoices.set(rootOf(review), carryChoices(review, read));
    return {
      approved: true,
      surface,
      changes: read.changes,
      amended: read.isAmended,
      ...reportExclusions(review, read),
      ...(answer.remember === undefined ? {} : { remember: answer.remember }),
    };
  }

  /**
   * Reads the changes of a call as the user amended them. Stores which hunks are excluded, and precomputes values for
   * surfaces that cannot wait.
   */
  async #readChanges(review: PendingReview, proposal: Proposal, texts: EditorTexts): Promise<ReviewedChanges> {
    const read = await proposal.read(texts, review.excluded(), this.#deps.encode);
    proposal.storeExcludedHunks(texts, read);
    await runYielding(precomputeComparisons(read.changes));
    const { precomputeWarnings } = await import('../../core/change/warnings/warnings.ts');
    await runYielding(precomputeWarnings(read.changes));
    return read;
  }

  /** Resolves when the card of the call is gone, or if it gets none. */
  async #askByCard(review: PendingReview, live: LiveProposal): Promise<void> {
    // A call that was answered already must not wait for the card of another, which may stay open for long.
    if (review.closedSignal.aborted || !isAskedInChat(review)) return;
    const { card, screen } = this.#deps;
    await card.ask({
      review,
      whenComplete: () => screen.whenComplete(review),
      readSettled: () => live.readSettled(),
      isUpToDate: () => screen.outdatingChoiceOf(review) === undefined,
    });
  }
}

/** The same object in all reviews of a call that is planned again. */
function rootOf({ call }: PendingReview): Call {
  return call.root ?? call;
}
