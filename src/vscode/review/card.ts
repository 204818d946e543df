import * as vscode from 'vscode';
import { timeToLook } from '../../core/rules/approvalGate.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import { sessionOf } from '../shared/chatSession.ts';
import type { Current, PendingReview } from './pendingReviews.ts';
import type { Seen } from './screen.ts';
import { cardText, type CardContent } from './cardText.ts';

/** For so long, in milliseconds, the status bar says why a press did not count. */
const hintTime = 10_000;

/** The tool whose only use is its confirmation: the host shows it as a card in the chat of the call that asks. */
export const confirmTool = 'redline_confirm';

/** For so long, in milliseconds, a call stays as it is before its card is put up anew. */
const settlingTime = 1000;

/** Without an input: the host writes one into the card, and reads it out behind the card's title, as JSON. */
const noInput: object = { toJSON: () => undefined };

/** A call that asks by a card. */
export interface Asking {
  readonly review: PendingReview;
  /** Resolves when all of it is on screen; undefined where it is answered before. */
  whole(): Promise<Seen | undefined>;
  /** The call with all that was typed until now. */
  settled(): Promise<Current>;
}

/** What a card shows. */
interface Shown extends Asking {
  readonly seen: Seen;
  readonly current: Current;
}

/**
 * The card in the chat. The host gives no way to tell which question a card belongs to, so there is one card at a time.
 */
export class Card implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(confirmTool, this);
  #asking: Shown | undefined;
  /** When the card was last handed to the host, in milliseconds. */
  #handed = 0;
  /** Whether the answer came before anybody could look. */
  #hasted = false;
  /** Whether the card was pressed, or withdrawn, when it no longer showed what would be written. */
  #outdated = false;
  #last: Promise<void> = Promise.resolve();
  readonly #hostMayAnswer: () => boolean;

  /** @param hostMayAnswer whether the person lets the host answer for them, which it does at once. */
  constructor(hostMayAnswer: () => boolean) {
    this.#hostMayAnswer = hostMayAnswer;
  }

  /**
   * Shows the card until it or another surface has an answer, each time anew that the call becomes another by what the
   * person amends or excludes. Its press cannot be asked again, so all must be seen before. Never rejects.
   */
  ask(asking: Asking): Promise<void> {
    this.#last = this.#last.then(() => this.#askUntilAnswered(asking)).catch(() => undefined);
    return this.#last;
  }

  prepareInvocation(): vscode.PreparedToolInvocation {
    if (this.#asking === undefined) throw new Error('This tool is internal: no change is waiting for review.');
    this.#handed = performance.now();
    const { review, current } = this.#asking;
    return {
      // The line that stays in the chat. The host marks a card that is withdrawn as failed; `answerNote` tells its end.
      invocationMessage: '',
      confirmationMessages: cardText(contentOf(review, current)),
    };
  }

  /** Whoever else calls this tool, another extension or another chat's agent, answers nobody's question. */
  async invoke({
    toolInvocationToken,
  }: vscode.LanguageModelToolInvocationOptions<object>): Promise<vscode.LanguageModelToolResult> {
    const asked = this.#asking;
    const session = sessionOf(toolInvocationToken);
    if (asked === undefined || session === undefined || session !== sessionOf(asked.review.call.token)) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    // A held key presses each card as soon as it is there. The card is spent then, and the other surfaces are left.
    this.#hasted = !this.#hostMayAnswer() && performance.now() - this.#handed < timeToLook;
    if (this.#hasted) {
      const hint = vscode.l10n.t('Redline: the diff has only just opened. Look at it, then answer in the editor.');
      vscode.window.setStatusBarMessage(hint, hintTime);
    } else {
      // What was typed after the card came up may have made another call of it: then the press does not count.
      this.#outdated ||= (await asked.settled()) !== asked.current;
      if (!this.#outdated) asked.review.answer({ approve: true, surface: 'chat', seen: asked.seen });
    }
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('Answered.')]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #askUntilAnswered(asking: Asking): Promise<void> {
    do {
      const seen = await asking.whole();
      if (seen === undefined) return;
      const current = await asking.settled();
      if (asking.review.closed.aborted) return;
      await this.#show({ ...asking, seen, current });
    } while (this.#outdated && !asking.review.closed.aborted);
  }

  async #show(asking: Shown): Promise<void> {
    const { review } = asking;
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
    this.#asking = asking;
    this.#hasted = false;
    this.#outdated = false;
    try {
      // The typings call the host's opaque token `never`, so nothing else can be written here.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const toolInvocationToken = review.call.token as vscode.ChatParticipantToolToken;
      await vscode.lm.invokeTool(confirmTool, { input: noInput, toolInvocationToken }, withdraw.token);
      // Skip resolves as Allow does, but without invoking the tool; so no approval by now means no.
      if (!this.#hasted && !this.#outdated) review.answer({ approve: false, surface: 'chat' });
    } catch (cause) {
      if (isCancellation(cause) && !this.#outdated)
        review.answer({ approve: false, surface: 'chat', reason: 'The question was cancelled.' });
    } finally {
      this.#asking = undefined;
      clearTimeout(timer);
      recounted.dispose();
      review.closed.removeEventListener('abort', close);
      withdraw.dispose();
    }
  }
}

function contentOf(review: PendingReview, { title, changes, amended }: Current): CardContent {
  const listed = withoutImpliedFolders(review.request.changes);
  const excluded = listed.filter((change) => review.leftOut().has(change));
  return { title, changes, excluded, isAmended: amended.size > 0 };
}

function isCancellation(cause: unknown): boolean {
  return cause instanceof vscode.CancellationError || (cause instanceof Error && cause.name === 'Canceled');
}
