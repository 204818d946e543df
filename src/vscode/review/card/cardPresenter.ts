// Asks for approval by a card in the chat: the confirmation of an internal tool, which the host (VS Code) shows.

import * as vscode from 'vscode';
import { oneAtATime } from '../../../core/async/oneAtATime.ts';
import { minViewingTimeMs } from '../../../core/rules/approvalGate.ts';
import type { Failures } from '../../../tools/ports/failures.ts';
import { sessionOf } from '../../shared/chatSession.ts';
import { displayedChangesOf, excludedChangesOf, type PendingReview } from '../pendingReviews.ts';
import type { AmendedCall } from '../choices/userChoices.ts';
import type { DisplayProof } from '../screenTracker.ts';
import type { CardContent } from './cardText.ts';
import { CardState, whenReadyToAsk, type CardQuestion } from './cardQuestion.ts';
import { reviewSurface } from '../../shared/contributions/settings.ts';
import { showStatus } from '../../messages/notify.ts';

/** Duration of the status bar hint that says why a press did not count, in milliseconds. */
const hintMs = 10_000;

/** An internal tool whose confirmation the host shows as a card in the chat of a call. */
const confirmTool = 'redline_confirm';

/** Delay of the withdrawal of an outdated card after the user's last edit (debounce), in milliseconds. */
const withdrawalDelayMs = 1000;

/** Serializes to nothing: the host would show any JSON in the card, and screen readers would read it. */
const emptyInput: object = { toJSON: () => undefined };

interface ReviewQuestion extends CardQuestion {
  readonly review: PendingReview;
}

/** `proof` is that the call was on screen when the card appeared. */
interface VisibleCard extends ReviewQuestion {
  readonly proof: DisplayProof;
  readonly state: CardState;
}

/** Shows the cards of all calls, one at a time: the host does not say which question a card belongs to. */
export class CardPresenter implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(confirmTool, this);
  /** Undefined unless a call of the confirmation tool is running. */
  #visibleCard: VisibleCard | undefined;
  /** Time at which the host last asked for the card's text, by `performance.now`. */
  #preparedAtMs = 0;
  readonly #hostMayAnswer: () => boolean;
  readonly #failures: Failures;

  /** @param hostMayAnswer whether the user's settings let the host answer cards, which it does at once */
  constructor(hostMayAnswer: () => boolean, failures: Failures) {
    this.#hostMayAnswer = hostMayAnswer;
    this.#failures = failures;
  }

  /**
   * Shows the card until it or another surface has an answer, and again whenever the user edits or excludes. A card can
   * be pressed once, so it appears only when all of the call is on screen. Never rejects.
   */
  readonly ask = oneAtATime((question: ReviewQuestion) =>
    this.#askUntilAnswered(question).catch((cause: unknown) => this.#logFailure(cause)),
  );

  #logFailure(cause: unknown): void {
    this.#failures.unexpected('showing a card in the chat', cause);
  }

  /** Called by the host for the text of the card. Throws if no card is to be shown: then someone else calls the tool. */
  async prepareInvocation(): Promise<vscode.PreparedToolInvocation> {
    if (this.#visibleCard === undefined) throw new Error('This tool is internal: no change is waiting for review.');
    const { review, state } = this.#visibleCard;
    const { cardText } = await import('./cardText.ts');
    const { reviewWarnings } = await import('../warnings/reviewWarnings.ts');
    const warnings = reviewWarnings(review).map(({ text }) => text);
    this.#preparedAtMs = performance.now();
    return {
      // Empty: the host would mark the line of a withdrawn card as failed; `answerNote` adds a line instead.
      invocationMessage: '',
      confirmationMessages: cardText({ ...cardContentOf(review, state.current), warnings }),
    };
  }

  /**
   * Called by the host after a press. Rejects calls by other extensions and by agents of other chats, by their session.
   */
  async invoke({
    toolInvocationToken,
  }: vscode.LanguageModelToolInvocationOptions<object>): Promise<vscode.LanguageModelToolResult> {
    const card = this.#visibleCard;
    const session = sessionOf(toolInvocationToken);
    if (card === undefined || session === undefined || session !== sessionOf(card.review.call.token)) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    // A held key presses a card as it appears. The card is gone after a press, so the user then answers elsewhere. If
    // the settings let the host answer, an early press is the host's, and counts.
    card.state.wasPressedTooSoon = !this.#hostMayAnswer() && performance.now() - this.#preparedAtMs < minViewingTimeMs;
    if (card.state.wasPressedTooSoon) {
      const hint = vscode.l10n.t('Redline: the diff has only just opened. Look at it, then answer in the editor.');
      showStatus(hint, hintMs);
    } else if (!(await card.state.markIfOutdated())) {
      // The answer counts only if nothing was typed or chosen after the card appeared.
      card.review.answer({ approve: true, surface: 'chat', proof: card.proof });
    }
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('Answered.')]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #askUntilAnswered(question: ReviewQuestion): Promise<void> {
    let state: CardState;
    do {
      const ready = await whenReadyToAsk(question);
      if (ready === undefined) return;
      state = new CardState(question, ready.current);
      await this.#showCard({ ...question, proof: ready.proof, state });
    } while (state.isOutdated && !question.review.closedSignal.aborted);
  }

  /** Shows a card, and answers the call if the user presses Skip or cancels. */
  async #showCard(card: VisibleCard): Promise<void> {
    const { review, state } = card;
    const withdrawal = new vscode.CancellationTokenSource();
    const withdrawalTriggers = withdrawWhenOutdated(card, withdrawal);
    this.#visibleCard = card;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the typings declare the opaque token `never`
      const toolInvocationToken = review.call.token as vscode.ChatParticipantToolToken;
      await vscode.lm.invokeTool(confirmTool, { input: emptyInput, toolInvocationToken }, withdrawal.token);
      // Skip resolves like Allow, but without invoking the tool: if there is no approval by now, it is a rejection.
      if (!state.wasPressedTooSoon && !state.isOutdated) review.answer({ approve: false, surface: 'chat' });
    } catch (cause) {
      // After other errors, e.g. if the host refuses to show a card, the call still waits for an answer in the editor.
      if (!isCancellation(cause)) this.#logFailure(cause);
      // The card was withdrawn, or cancelled with its request. If another surface has answered, this does nothing.
      else if (!state.isOutdated)
        review.answer({ approve: false, surface: 'chat', reason: 'The question was cancelled.' });
    } finally {
      this.#visibleCard = undefined;
      withdrawalTriggers.dispose();
      withdrawal.dispose();
    }
  }
}

/** Withdraws a card when its call is answered, or some time after the user's last edit. */
function withdrawWhenOutdated(
  { review, state }: VisibleCard,
  withdrawal: vscode.CancellationTokenSource,
): vscode.Disposable {
  const withdrawCard = (): void => withdrawal.cancel();
  review.closedSignal.addEventListener('abort', withdrawCard, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const editSubscription = review.onDidChangeCurrent(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Set first: a withdrawal without it counts as a rejection.
      state.isOutdated = true;
      withdrawCard();
    }, withdrawalDelayMs);
  });
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    editSubscription.dispose();
    review.closedSignal.removeEventListener('abort', withdrawCard);
  });
}

/** The content of a card, without the warnings, whose code is loaded with the text. */
function cardContentOf(
  review: PendingReview,
  { title, changes, edited, hunks }: AmendedCall,
): Omit<CardContent, 'warnings'> {
  const hasExcludedParts = [...hunks.values()].flat().some(({ state }) => state === 'excluded');
  return {
    title,
    changes,
    planned: displayedChangesOf(review).filter((change) => !review.excluded().has(change)),
    excluded: excludedChangesOf(review),
    hasExcludedParts,
    isAmended: edited.size > 0,
    commentCount: review.commentCount(),
  };
}

/** A cancellation that began in VS Code's window arrives as a plain error with this name. */
function isCancellation(cause: unknown): boolean {
  return cause instanceof vscode.CancellationError || (cause instanceof Error && cause.name === 'Canceled');
}

/**
 * Whether a call asks by a card in the chat. Shows no card for changes that someone must look at, since the host may
 * answer a card by itself: protected changes, changes that must be seen, and new plans that lost choices of the user.
 */
export function isAskedInChat({ request: { verdict }, call, lostChoiceTexts }: PendingReview): boolean {
  const mayBeAnsweredInChat = !verdict.protected && verdict.mustBeSeen !== true && lostChoiceTexts.length === 0;
  return mayBeAnsweredInChat && call.token !== undefined && reviewSurface() === 'chatAndEditor';
}
