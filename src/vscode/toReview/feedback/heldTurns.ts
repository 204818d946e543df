// Holds an agent's turn open until the user has reviewed its changes, if the setting `redline.review.holdTurn` is on.

import * as vscode from 'vscode';
import { agentDisplayName } from '../../../core/endpoint/agents.ts';
import type { ReviewItem } from '../../../core/watch/reviewItem.ts';
import type { AgentSession } from '../../../core/watch/agentSession.ts';
import type { Watch } from '../../../tools/ports/watchPort.ts';
import { setting } from '../../shared/contributions/settings.ts';
import type { Feedback } from './feedback.ts';
import { itemsText } from '../toReviewTexts.ts';
import { notify } from '../../messages/notify.ts';

/** Context key: true while a turn is held. */
const contextKey = 'redline.turnHeld';

type TurnAnswer = 'send' | 'done';

/** Holds turns until the user answers: `send` gives the agent the feedback, and it continues; `done` ends the turn. */
export class HeldTurns {
  readonly #feedback: Feedback;
  readonly #watch: Pick<Watch, 'onDidChange'>;
  readonly #resolvers = new Set<(answer: TurnAnswer) => void>();

  constructor(feedback: Feedback, watch: Pick<Watch, 'onDidChange'>) {
    this.#feedback = feedback;
    this.#watch = watch;
  }

  answer(answer: TurnAnswer): void {
    for (const resolve of this.#resolvers) resolve(answer);
  }

  /**
   * The message to the agent at the end of its turn; undefined lets the turn end. Resolves at once if there is nothing
   * to review, or turns are not held.
   * @param signal aborted when the agent no longer waits
   */
  async atTurnEnd(agentSession: AgentSession, signal: AbortSignal): Promise<string | undefined> {
    const holdsTurns = setting('review.holdTurn') === true;
    if (holdsTurns && this.#feedback.unreviewedItems(agentSession).length > 0 && !signal.aborted) {
      const answer = await this.#ask(agentSession, signal);
      if (answer === 'done') return undefined;
    }
    return signal.aborted ? undefined : this.#feedback.takeMessage(agentSession);
  }

  /** Resolves with the user's answer; `done` if nothing is left to review or send, or the agent no longer waits. */
  #ask(agentSession: AgentSession, signal: AbortSignal): Promise<TurnAnswer> {
    const { promise, resolve } = Promise.withResolvers<TurnAnswer>();
    const stop = (): void => resolve('done');
    const subscription = this.#watch.onDidChange(() => {
      const hasItems = this.#feedback.unreviewedItems(agentSession).length > 0;
      if (!hasItems && !this.#feedback.has(agentSession)) resolve('done');
    });
    signal.addEventListener('abort', stop, { once: true });
    this.#resolvers.add(resolve);
    this.#updateContext();
    // The notification stays open if the answer comes from elsewhere; `resolve` then ignores its answer.
    void askInNotification(agentDisplayName(agentSession.agent), this.#feedback.unreviewedItems(agentSession)).then(
      (answer) => {
        if (answer !== undefined) resolve(answer);
      },
    );
    return promise.finally(() => {
      subscription.dispose();
      signal.removeEventListener('abort', stop);
      this.#resolvers.delete(resolve);
      this.#updateContext();
    });
  }

  #updateContext(): void {
    void vscode.commands.executeCommand('setContext', contextKey, this.#resolvers.size > 0);
  }
}

/** Asks in a notification. Undefined if the user closes it: the turn stays held, and commands can still answer it. */
async function askInNotification(agent: string, items: readonly ReviewItem[]): Promise<TurnAnswer | undefined> {
  const send = vscode.l10n.t('Send Feedback');
  const done = vscode.l10n.t('Done');
  const show = vscode.l10n.t('Review');
  const message = vscode.l10n.t('{0} has finished and waits for your review of {1}.', agent, itemsText(items));
  for (;;) {
    const answer = await notify('Information', `Redline: ${message}`, show, send, done);
    if (answer === send) return 'send';
    if (answer === done) return 'done';
    if (answer !== show) return undefined;
    await vscode.commands.executeCommand('redline.toReview.show');
  }
}
