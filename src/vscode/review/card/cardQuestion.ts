// Waits until a chat card may ask about a call, and checks whether that card is still current.

import type { PendingReview } from '../pendingReviews.ts';
import type { AmendedCall } from '../choices/userChoices.ts';
import type { DisplayProof } from '../screenTracker.ts';

export interface CardQuestion {
  readonly review: Pick<PendingReview, 'closedSignal'>;
  /** Resolves when all of the call is on screen; undefined if it is answered before. */
  whenComplete(): Promise<DisplayProof | undefined>;
  /** The call with everything typed so far; the same object until something changes. */
  readSettled(): Promise<AmendedCall>;
  /** Whether the open diff shows all choices. */
  isUpToDate(): boolean;
}

/** Resolves with the call once all of it, with everything typed, is on screen; undefined if it is answered before. */
export async function whenReadyToAsk(
  question: CardQuestion,
): Promise<{ readonly proof: DisplayProof; readonly current: AmendedCall } | undefined> {
  for (;;) {
    const proof = await question.whenComplete();
    if (proof === undefined) return undefined;
    const current = await question.readSettled();
    if (question.review.closedSignal.aborted) return undefined;
    // If not, a choice made meanwhile is in `current`, but not on screen yet: waits for its diff.
    if (question.isUpToDate()) return { proof, current };
  }
}

/** The state of one card. Each card has its own, so that a late press of an old card does not affect the next one. */
export class CardState {
  /** Whether the card was pressed before anyone could look. */
  wasPressedTooSoon = false;
  /** Whether the card was pressed, or withdrawn, when it no longer showed the current changes. */
  isOutdated = false;
  readonly current: AmendedCall;
  readonly #question: CardQuestion;

  constructor(question: CardQuestion, current: AmendedCall) {
    this.#question = question;
    this.current = current;
  }

  /** Marks the card as outdated if something was typed or chosen since. @returns whether it is */
  async markIfOutdated(): Promise<boolean> {
    const isCurrent = (await this.#question.readSettled()) === this.current && this.#question.isUpToDate();
    // The field never becomes false again: the card may have been withdrawn meanwhile.
    if (!isCurrent) this.isOutdated = true;
    return this.isOutdated;
  }
}
