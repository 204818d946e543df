// Decides the effect of a press of Approve (approve, open the diff first, or wait), of Approve All, and of Reject.

import * as vscode from 'vscode';
import {
  countsAsRejection,
  interpretPress,
  minViewingTimeMs,
  nextBatch,
  type Press,
} from '../../core/rules/approvalGate.ts';
import { askInDialog } from '../messages/ask.ts';
import { showStatus } from '../messages/notify.ts';
import { translate } from '../shared/translate.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import type { EditorReview } from './review.ts';
import type { ScreenTracker, DisplayProof } from './screenTracker.ts';

/** Duration of the status bar hint why a press did not count, in milliseconds. */
const hintMs = 2 * minViewingTimeMs;

/**
 * Judges every press of Approve, on any surface but the chat's card, and every press of Reject that names no call:
 * - Approve opens the diffs of calls that are not completely on screen, instead of approving them.
 * - Neither Approve nor Reject counts if the calls have just appeared, or a key repeats. Reject does not count just
 *   after any other answer, either.
 */
export class ApprovalGate {
  readonly #screen: ScreenTracker;
  readonly #open: (reviews: readonly PendingReview[]) => Promise<void>;
  #isOpening = false;
  #lastPressMs = Number.NEGATIVE_INFINITY;

  constructor(screen: ScreenTracker, open: (reviews: readonly PendingReview[]) => Promise<void>) {
    this.#screen = screen;
    this.#open = open;
  }

  /** Judges a press of Approve. Returns the proof for an approval; undefined if the press does not count. */
  async press(reviews: readonly PendingReview[]): Promise<DisplayProof | undefined> {
    const meaning = interpretPress(this.#pressNow(reviews));
    this.#lastPressMs = performance.now();
    switch (meaning) {
      case 'approve':
        // A proof names no call, so one serves all: `interpretPress` found all of them on screen.
        return reviews[0] && this.#screen.proofOfDisplay(reviews[0]);
      case 'open':
        await this.#openOnce(reviews);
        return undefined;
      case 'wait':
        showWaitHint();
        return undefined;
    }
  }

  /**
   * Judges a press of Reject that names no call; tells the user if the press does not count.
   *
   * @param reviews the calls whose diffs must not have just appeared
   * @param lastAnswerMs when any call was last answered, by `performance.now`
   * @returns whether the press counts
   */
  pressReject(reviews: readonly PendingReview[], lastAnswerMs: number): boolean {
    const counts = countsAsRejection(this.#pressNow(reviews), lastAnswerMs);
    this.#lastPressMs = performance.now();
    if (!counts) showWaitHint();
    return counts;
  }

  /** Opens the calls unless they are completely on screen. Returns whether they already were. */
  async openUnlessShown(reviews: readonly PendingReview[]): Promise<boolean> {
    if (interpretPress(this.#pressNow(reviews)) !== 'open') return true;
    await this.#openOnce(reviews);
    return false;
  }

  /** Ignores further presses while a large diff opens. */
  async #openOnce(reviews: readonly PendingReview[]): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    await this.#open(reviews).finally(() => (this.#isOpening = false));
  }

  /** Describes a press of a key or button at this moment. */
  #pressNow(reviews: readonly PendingReview[]): Press {
    const calls = reviews.map((review) => ({
      visibility: this.#screen.visibilityOf(review),
      fullyVisibleSinceMs: this.#screen.completeSinceMs(review),
    }));
    return { calls, lastPressMs: this.#lastPressMs, nowMs: performance.now() };
  }
}

/** When a press was last said not to count, by `performance.now`. */
let hintedMs = Number.NEGATIVE_INFINITY;

/** Tells the user that a press did not count; aloud once for a held key, also where an answer is told in between. */
export function showWaitHint(): void {
  const text = vscode.l10n.t('Redline: the diff has only just opened. Look at it, then press again.');
  const nowMs = performance.now();
  showStatus(text, hintMs, undefined, nowMs - hintedMs >= minViewingTimeMs);
  hintedMs = nowMs;
}

interface ApproveAllDeps {
  readonly pending: PendingReviews;
  readonly editorReview: Pick<EditorReview, 'open' | 'pairsOf'>;
  readonly screen: ScreenTracker;
}

/**
 * The answer about protected calls. `review`: the user wants to see them one by one; undefined: the dialog was
 * cancelled. Either way, only the calls that are not protected are approved.
 */
type Confirmation = 'approve' | 'review' | undefined;

/**
 * Handles a press of Approve All. The first one opens a batch of the calls that wait now, protected ones first; each
 * further one approves the batch on screen, and opens the next batch. Protected calls need a confirmation that names them.
 */
export async function approveAll(
  { pending, editorReview, screen }: ApproveAllDeps,
  gate: Pick<ApprovalGate, 'press'>,
  confirm: (protectedReviews: readonly PendingReview[]) => Promise<Confirmation> = confirmProtected,
): Promise<void> {
  // Skips calls whose files are all excluded: without a diff they cannot be approved. If no others wait, the press tries
  // to open them, and `open` tells the user.
  const reviewsWithFiles = pending.all.filter((review) => editorReview.pairsOf(review).length > 0);
  const waitingReviews = reviewsWithFiles.length > 0 ? reviewsWithFiles : pending.all;
  const batch = nextBatch(waitingReviews);
  // Without a proof, not everything was on screen, so this press only opened it; or it came too early.
  if ((await gate.press(batch)) === undefined) return;
  const protectedReviews = batch.filter(({ isProtected }) => isProtected);
  const confirmation = protectedReviews.length === 0 ? 'approve' : await confirm(protectedReviews);
  const confirmedReviews = batch.filter(({ isProtected }) => confirmation === 'approve' || !isProtected);
  for (const review of confirmedReviews) {
    // Each call needs its own proof that it is on screen now: files may have been included since the press.
    const proof = screen.proofOfDisplay(review);
    if (proof !== undefined) review.answer({ approve: true, surface: 'approve all', proof });
  }
  const nextReviews = nextBatch(waitingReviews.filter(({ closedSignal }) => !closedSignal.aborted));
  if (confirmation === 'approve' && nextReviews.length > 0) await editorReview.open(nextReviews);
  if (confirmation === 'review') await editorReview.open(protectedReviews.slice(0, 1));
}

async function confirmProtected(protectedReviews: readonly PendingReview[]): Promise<Confirmation> {
  const reviewEach = vscode.l10n.t('Review Each');
  const approveAllLabel = vscode.l10n.t('Approve All');
  const question = vscode.l10n.t('Approve the protected changes, too?');
  const details = protectedReviews.map(({ request }) =>
    vscode.l10n.t('{0}: {1}', translate(request.title), translate(request.verdict.reason)),
  );
  // The first button is the default one.
  const answer = await askInDialog('Warning', question, details, reviewEach, approveAllLabel);
  if (answer === reviewEach) return 'review';
  return answer === approveAllLabel ? 'approve' : undefined;
}
