// Keeps an agent's turn open at its end until the person has reviewed what it changed.

import * as vscode from 'vscode';
import { agentName } from '../../core/endpoint/agents.ts';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { plainText } from '../files/plainText.ts';
import type { Feedback } from './feedback.ts';
import { itemsText } from './reviewWords.ts';

/** Set while a turn is held. */
const contextKey = 'redline.turnHeld';

type Answer = 'send' | 'done';

/** Turns that wait for the person: "Send Feedback" has the agent go on with it, "Done" ends the turn. */
export class HeldTurns {
  readonly #feedback: Feedback;
  readonly #watch: Pick<Watch, 'onDidChange'>;
  readonly #held = new Set<(answer: Answer) => void>();

  constructor(feedback: Feedback, watch: Pick<Watch, 'onDidChange'>) {
    this.#feedback = feedback;
    this.#watch = watch;
  }

  /** Answers all turns that are held. */
  answer(given: Answer): void {
    for (const answer of this.#held) answer(given);
  }

  /**
   * What the agent is to be told at the end of its turn. Without anything to review, that is known at once.
   * @param signal aborted when the agent does not wait any more.
   */
  async atTurnEnd(speaker: Speaker, signal: AbortSignal): Promise<string | undefined> {
    const isHeld = vscode.workspace.getConfiguration('redline.review').get<unknown>('holdTurn') === true;
    if (isHeld && this.#feedback.openItems(speaker).length > 0 && !signal.aborted) {
      const answer = await this.#ask(speaker, signal);
      if (answer === 'done') return undefined;
    }
    return signal.aborted ? undefined : this.#feedback.take(speaker);
  }

  #ask(speaker: Speaker, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const stopped = (): void => resolve('done');
    // Kept as a whole: there is nothing to review any more, and nothing to say.
    const following = this.#watch.onDidChange(() => {
      if (this.#feedback.openItems(speaker).length === 0 && !this.#feedback.has(speaker)) resolve('done');
    });
    signal.addEventListener('abort', stopped, { once: true });
    this.#held.add(resolve);
    this.#update();
    void askInNotification(agentName(speaker.agent), this.#feedback.openItems(speaker)).then((answer) => {
      if (answer !== undefined) resolve(answer);
    });
    return promise.finally(() => {
      following.dispose();
      signal.removeEventListener('abort', stopped);
      this.#held.delete(resolve);
      this.#update();
    });
  }

  #update(): void {
    void vscode.commands.executeCommand('setContext', contextKey, this.#held.size > 0);
  }
}

/** Undefined if it is closed: the commands answer, too. */
async function askInNotification(agent: string, items: readonly ReviewItem[]): Promise<Answer | undefined> {
  const [send, done, show] = [vscode.l10n.t('Send Feedback'), vscode.l10n.t('Done'), vscode.l10n.t('Review')];
  const words = vscode.l10n.t('{0} has finished and waits for your review of {1}.', agent, itemsText(items));
  for (;;) {
    const answer = await vscode.window
      .showInformationMessage(plainText(`Redline: ${words}`), show, send, done)
      .then(undefined, () => undefined);
    if (answer === send) return 'send';
    if (answer === done) return 'done';
    if (answer !== show) return undefined;
    await vscode.commands.executeCommand('redline.toReview.show');
  }
}
