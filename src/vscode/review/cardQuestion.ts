// Waits until a chat card can show a call completely, and tests whether the card is still current.

import type { PendingReview } from './pendingReviews.ts';
import type { CurrentCall } from './userChoices.ts';
import type { DisplayProof } from './screenTracker.ts';

/** A call that asks by a card. */
export interface CardQuestion {
  readonly review: Pick<PendingReview, 'closedSignal'>;
  /** Resolves when all of the call is on screen; undefined if it is answered before. */
  whenComplete(): Promise<DisplayProof | undefined>;
  /** The call with everything typed so far. */
  readSettled(): Promise<CurrentCall>;
  /** Whether the open diff shows all choices. */
  isUpToDate(): boolean;
}

/** Resolves with the call once all of it, with everything typed, is on screen; undefined if it is answered before. */
export async function whenShown(
  question: CardQuestion,
): Promise<{ readonly proof: DisplayProof; readonly current: CurrentCall } | undefined> {
  for (;;) {
    const proof = await question.whenComplete();
    if (proof === undefined) return undefined;
    const current = await question.readSettled();
    if (question.review.closedSignal.aborted) return undefined;
    // A choice meanwhile may be in `current`, but not on screen.
    if (question.isUpToDate()) return { proof, current };
  }
}

/** Whether a card still shows the call as it is: nothing was typed or chosen since. */
export async function isCardCurrent(question: CardQuestion, shown: CurrentCall): Promise<boolean> {
  // The same object until something changes.
  return (await question.readSettled()) === shown && question.isUpToDate();
}
