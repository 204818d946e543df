// Answers the hooks at the start and end of an agent's turn with the user's reverts and comments.
import type { Dialect, HookCall, Output } from '../../../core/dialects/dialect.ts';
import type { AgentSession } from '../../../core/watch/agentSession.ts';
import type { TurnFeedback } from '../../../tools/ports/agentPorts.ts';

/** The hook of a turn, with its agent and session. */
export interface HookOfTurn {
  readonly hook: HookCall;
  readonly dialect: Dialect;
  readonly agentSession: AgentSession;
}

/** Answers the hooks of turns; keeps a turn open once for feedback, then lets it end. */
export class TurnHooks {
  readonly #loadFeedback: () => Promise<TurnFeedback | undefined>;
  /** Sessions whose last end of turn was refused. The next one is accepted, so that a turn cannot go on forever. */
  readonly #sessionsKeptOpen = new Set<string>();

  /** @param loadFeedback resolves to undefined if nothing is reviewed afterwards */
  constructor(loadFeedback: () => Promise<TurnFeedback | undefined>) {
    this.#loadFeedback = loadFeedback;
  }

  /**
   * Adds feedback that came after the agent's last turn to its new prompt, if the agent supports that.
   * @param signal aborted when the agent no longer waits: the feedback is then kept for the next hook
   */
  async answerTurnStart({ hook, dialect, agentSession }: HookOfTurn, signal: AbortSignal): Promise<Output> {
    this.#sessionsKeptOpen.delete(agentSession.session);
    const feedback = await this.#loadFeedback();
    feedback?.onTurnStart(agentSession);
    if (dialect.answer.context === undefined || signal.aborted) return dialect.answer.abstain();
    const message = await feedback?.takeMessage(agentSession);
    return message === undefined ? dialect.answer.abstain() : dialect.answer.context(hook, message);
  }

  /**
   * Refuses the end of the turn if there is feedback, with which the agent then continues; undefined to let it end.
   * @param signal aborted when the agent no longer waits
   */
  async answerTurnEnd({ hook, dialect, agentSession }: HookOfTurn, signal: AbortSignal): Promise<Output | undefined> {
    const feedback = await this.#loadFeedback();
    // Whether this end follows a refused one, by this window or, as the agent reports, by any hook.
    const isContinued = this.#sessionsKeptOpen.delete(agentSession.session) || hook.isContinued === true;
    const message = isContinued ? undefined : await feedback?.messageAtTurnEnd(agentSession, signal);
    if (message === undefined) {
      feedback?.onTurnEnd(agentSession);
      return undefined;
    }
    this.#sessionsKeptOpen.add(agentSession.session);
    return dialect.answer.deny(hook, message);
  }
}
