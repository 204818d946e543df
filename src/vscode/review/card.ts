import * as vscode from 'vscode';
import { shown } from '../shown.ts';
import { timeToLook } from '../../core/approvalGate.ts';
import { escapeForDisplay } from '../../core/unicode.ts';
import { sessionOf } from '../chatSession.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { Seen } from './screen.ts';
import { cardText } from './cardText.ts';

/** For so long, in milliseconds, the status bar says why a press did not count. */
const hintTime = 10_000;

/** The tool whose only use is its confirmation: the host shows it as a card in the chat of the call that asks. */
export const confirmTool = 'redline_confirm';

/**
 * The card in the chat. The host gives no way to tell which question a card belongs to, so there is one card at a time.
 */
export class Card implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(confirmTool, this);
  #asking: { readonly review: PendingReview; readonly seen: Seen } | undefined;
  /** When the card was last handed to the host, in milliseconds. */
  #handed = 0;
  /** Whether the answer came before anybody could look. */
  #hasted = false;
  #last: Promise<void> = Promise.resolve();
  readonly #hostMayAnswer: () => boolean;

  /** @param hostMayAnswer whether the person lets the host answer for them, which it does at once. */
  constructor(hostMayAnswer: () => boolean) {
    this.#hostMayAnswer = hostMayAnswer;
  }

  /** Shows the card until it or another surface has an answer. Its press cannot be asked again, so all must be seen before. Never rejects. */
  ask(review: PendingReview, seen: Seen): Promise<void> {
    const show = (): Promise<void> | undefined => (review.closed.aborted ? undefined : this.#show(review, seen));
    this.#last = this.#last.then(show).catch(() => undefined);
    return this.#last;
  }

  prepareInvocation(): vscode.PreparedToolInvocation {
    if (this.#asking === undefined) throw new Error('This tool is internal: no change is waiting for a review.');
    this.#handed = performance.now();
    const { review } = this.#asking;
    return {
      invocationMessage: escapeForDisplay(shown(review.request.title)),
      confirmationMessages: cardText(review.request),
    };
  }

  /** Whoever else calls this tool, another extension or another chat's agent, answers nobody's question. */
  invoke({ toolInvocationToken }: vscode.LanguageModelToolInvocationOptions<object>): vscode.LanguageModelToolResult {
    const asked = this.#asking;
    const session = sessionOf(toolInvocationToken);
    if (asked === undefined || session === undefined || session !== sessionOf(asked.review.call.token)) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    // A held key presses each card as soon as it is there. The card is spent then, and the other surfaces are left.
    this.#hasted = !this.#hostMayAnswer() && performance.now() - this.#handed < timeToLook;
    if (this.#hasted) {
      const hint = vscode.l10n.t('Redline: the diff has only just come up. Look at it, then answer in the editor.');
      vscode.window.setStatusBarMessage(hint, hintTime);
    } else asked.review.answer({ approve: true, surface: 'chat', seen: asked.seen });
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('Answered.')]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #show(review: PendingReview, seen: Seen): Promise<void> {
    const withdraw = new vscode.CancellationTokenSource();
    review.closed.addEventListener('abort', () => withdraw.cancel(), { once: true });
    this.#asking = { review, seen };
    this.#hasted = false;
    try {
      // The typings call the host's opaque token `never`, so nothing else can be written here.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const toolInvocationToken = review.call.token as vscode.ChatParticipantToolToken;
      await vscode.lm.invokeTool(confirmTool, { input: {}, toolInvocationToken }, withdraw.token);
      // Skip resolves as Allow does, but without invoking the tool; so no approval by now means no.
      if (!this.#hasted) review.answer({ approve: false, surface: 'chat' });
    } catch (cause) {
      if (isCancellation(cause))
        review.answer({ approve: false, surface: 'chat', reason: 'The question was cancelled.' });
    } finally {
      this.#asking = undefined;
      withdraw.dispose();
    }
  }
}

function isCancellation(cause: unknown): boolean {
  return cause instanceof vscode.CancellationError || (cause instanceof Error && cause.name === 'Canceled');
}
