// Limits the number and the total size of the calls, of tools and of hooks, that a window's agents wait for.
import { maxLineBytes } from '../../core/endpoint/lineSplitter.ts';

/** Maximum number of unanswered calls of one agent. */
const maxAgentCalls = 100;
/** Maximum number of unanswered calls of all agents of a window. */
const maxWindowCalls = 200;
/** Maximum total size of their inputs as JSON, in UTF-16 code units: room for a few of the longest messages. */
const maxInputChars = 4 * maxLineBytes;

/** Counts the unanswered calls of a window's agents, over all connections. */
export class CallLimits {
  /** Number of calls by agent, never 0. Their sum is `#callCount`. */
  readonly #callsByAgent = new Map<string, number>();
  #callCount = 0;
  /** Total size of the counted calls' inputs. */
  #inputChars = 0;

  /**
   * Counts a call until the caller calls `exit`, once; or refuses it and returns the reason, for the model.
   * @param inputChars length of its input as JSON, in UTF-16 code units
   */
  enter(agent: string, inputChars: number): { readonly exit: () => void } | { readonly refusal: string } {
    const agentCalls = this.#callsByAgent.get(agent) ?? 0;
    if (agentCalls >= maxAgentCalls) return { refusal: createRefusal(`${maxAgentCalls} calls of this agent`) };
    // The limit for one agent is not enough, since an agent chooses its own name at each connection.
    if (this.#callCount >= maxWindowCalls) return { refusal: createRefusal(`${maxWindowCalls} calls of agents`) };
    if (this.#inputChars + inputChars > maxInputChars) return { refusal: createRefusal('Calls with very long inputs') };
    this.#callsByAgent.set(agent, agentCalls + 1);
    this.#callCount += 1;
    this.#inputChars += inputChars;
    return { exit: () => this.#exit(agent, inputChars) };
  }

  #exit(agent: string, inputChars: number): void {
    const remainingCalls = (this.#callsByAgent.get(agent) ?? 0) - 1;
    if (remainingCalls > 0) this.#callsByAgent.set(agent, remainingCalls);
    else this.#callsByAgent.delete(agent);
    this.#callCount -= 1;
    this.#inputChars -= inputChars;
  }
}

function createRefusal(calls: string): string {
  return `[TOO_MANY_CALLS] ${calls} are waiting already. Nothing was changed. Wait for their answers, then call again.`;
}
