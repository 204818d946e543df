// Asks for approval by a card in the chat.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { minViewingTimeMs } from '../../core/rules/approvalGate.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import { sessionOf } from '../shared/chatSession.ts';
import type { Current, PendingReview } from './pendingReviews.ts';
import type { ShownOnScreen } from './screenTracker.ts';
import type { CardContent } from './cardText.ts';
import { reviewSurface } from '../shared/settings.ts';

/** Duration of the status bar hint why a press did not count, in milliseconds. */
const hintTime = 10_000;

/** An internal tool whose confirmation the host shows as a card in the chat of a call. */
const confirmTool = 'redline_confirm';

/** Debounce in milliseconds between the user's last edit and a new card. */
const settlingTime = 1000;

/** An empty input; the host would show any other in the card as JSON, and screen readers would read it. */
const noInput: object = { toJSON: () => undefined };

/** A call that asks by a card. */
interface CardQuestion {
  readonly review: PendingReview;
  /** Resolves when all of the call is on screen; undefined if it is answered before. */
  whenWholeOnScreen(): Promise<ShownOnScreen | undefined>;
  /** The call with everything typed so far. */
  settled(): Promise<Current>;
}

interface ShownCard extends CardQuestion {
  readonly seen: ShownOnScreen;
  readonly current: Current;
}

/** Asks for approval by a card in the chat. One card at a time: the host does not provide which question a card belongs to. */
export class Card implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(confirmTool, this);
  #shown: ShownCard | undefined;
  /** When the host last asked for the card's text, by `performance.now`. */
  #preparedAt = 0;
  /** Whether the card was pressed before anyone could look. */
  #pressedTooSoon = false;
  /** Whether the card was pressed, or withdrawn, when it no longer showed the current changes. */
  #outdated = false;
  #last: Promise<void> = Promise.resolve();
  readonly #hostMayAnswer: () => boolean;

  /** @param hostMayAnswer whether the user's settings let the host answer cards, which it does at once */
  constructor(hostMayAnswer: () => boolean) {
    this.#hostMayAnswer = hostMayAnswer;
  }

  /**
   * Shows the card until it or another surface has an answer, and again whenever the user edits or excludes. A card can
   * be pressed once, so it appears only when all of the call is on screen. Never rejects.
   */
  ask(asking: CardQuestion): Promise<void> {
    this.#last = this.#last.then(() => this.#askUntilAnswered(asking)).catch(() => undefined);
    return this.#last;
  }

  async prepareInvocation(): Promise<vscode.PreparedToolInvocation> {
    if (this.#shown === undefined) throw new Error('This tool is internal: no change is waiting for review.');
    const { review, current } = this.#shown;
    const { cardText } = await import('./cardText.ts');
    const { reviewWarnings } = await import('./reviewWarnings.ts');
    const warnings = reviewWarnings(review).map(({ text }) => text);
    this.#preparedAt = performance.now();
    return {
      // Empty: the host would mark the line of a withdrawn card as failed; `answerNote` adds a line instead.
      invocationMessage: '',
      confirmationMessages: cardText({ ...currentCardContent(review, current), warnings }),
    };
  }

  /** Called by the host after a press. Rejects calls by other extensions and by agents of other chats, by their session. */
  async invoke({
    toolInvocationToken,
  }: vscode.LanguageModelToolInvocationOptions<object>): Promise<vscode.LanguageModelToolResult> {
    const shown = this.#shown;
    const session = sessionOf(toolInvocationToken);
    if (shown === undefined || session === undefined || session !== sessionOf(shown.review.call.token)) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    // A held key presses a card as it appears. The card is gone then, and the user answers on another surface.
    this.#pressedTooSoon = !this.#hostMayAnswer() && performance.now() - this.#preparedAt < minViewingTimeMs;
    if (this.#pressedTooSoon) {
      const hint = vscode.l10n.t('Redline: the diff has only just opened. Look at it, then answer in the editor.');
      vscode.window.setStatusBarMessage(hint, hintTime);
    } else {
      // The press does not count if something was typed after the card appeared.
      this.#outdated ||= (await shown.settled()) !== shown.current;
      if (!this.#outdated) shown.review.answer({ approve: true, surface: 'chat', seen: shown.seen });
    }
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('Answered.')]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #askUntilAnswered(asking: CardQuestion): Promise<void> {
    do {
      const seen = await asking.whenWholeOnScreen();
      if (seen === undefined) return;
      const current = await asking.settled();
      if (asking.review.closed.aborted) return;
      await this.#show({ ...asking, seen, current });
    } while (this.#outdated && !asking.review.closed.aborted);
  }

  async #show(card: ShownCard): Promise<void> {
    const { review } = card;
    const withdraw = new vscode.CancellationTokenSource();
    const close = (): void => withdraw.cancel();
    review.closed.addEventListener('abort', close, { once: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recounted = review.onDidRecount(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.#outdated = true;
        close();
      }, settlingTime);
    });
    this.#shown = card;
    this.#pressedTooSoon = false;
    this.#outdated = false;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the typings declare the opaque token `never`
      const toolInvocationToken = review.call.token as vscode.ChatParticipantToolToken;
      await vscode.lm.invokeTool(confirmTool, { input: noInput, toolInvocationToken }, withdraw.token);
      // Skip resolves like Allow, but without invoking the tool: if there is no approval by now, it is a rejection.
      if (!this.#pressedTooSoon && !this.#outdated) review.answer({ approve: false, surface: 'chat' });
    } catch (cause) {
      if (isCancellation(cause) && !this.#outdated)
        review.answer({ approve: false, surface: 'chat', reason: 'The question was cancelled.' });
    } finally {
      this.#shown = undefined;
      clearTimeout(timer);
      recounted.dispose();
      review.closed.removeEventListener('abort', close);
      withdraw.dispose();
    }
  }
}

function currentCardContent(
  review: PendingReview,
  { title, changes, edited, hunks }: Current,
): Omit<CardContent, 'warnings'> {
  const listed = withoutImpliedFolders(review.request.changes);
  const isExcluded = (change: Change): boolean => review.excluded().has(change);
  const [planned, excluded] = [listed.filter((change) => !isExcluded(change)), listed.filter(isExcluded)];
  const hasExcludedParts = [...hunks.values()].flat().some(({ state }) => state === 'excluded');
  return {
    title,
    changes,
    planned,
    excluded,
    hasExcludedParts,
    isAmended: edited.size > 0,
    comments: review.comments(),
  };
}

function isCancellation(cause: unknown): boolean {
  return cause instanceof vscode.CancellationError || (cause instanceof Error && cause.name === 'Canceled');
}

/**
 * Whether a call asks by a card in the chat. Protected changes never do: the host may answer a card by itself, so that
 * nobody would see the change.
 */
export function isAskedInChat({ request: { verdict }, call }: PendingReview): boolean {
  const mayAnswer = !verdict.protected && verdict.mustBeSeen !== true;
  return mayAnswer && call.token !== undefined && reviewSurface() === 'chatAndEditor';
}
