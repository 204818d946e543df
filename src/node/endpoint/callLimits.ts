// Limits the number and size of agents' pending calls.
import { maxLineBytes } from '../../core/endpoint/lineSplitter.ts';

/** Maximum number of pending calls: of one agent, and of all agents of a window. */
const maxOfAgent = 100;
const maxOfWindow = 200;
/** Maximum total size of their inputs as JSON, in UTF-16 code units: a few of the longest. */
const maxSize = 4 * maxLineBytes;

/** Counts the unanswered calls of a window's agents, over all connections. */
export class CallLimits {
  readonly #ofAgent = new Map<string, number>();
  #all = 0;
  #size = 0;

  /**
   * Counts a call until `exit`, or returns the reason, for the model, why it may not start.
   * @param size of its input as JSON, in UTF-16 code units
   */
  enter(agent: string, size: number): { readonly exit: () => void } | { readonly refusal: string } {
    const before = this.#ofAgent.get(agent) ?? 0;
    if (before >= maxOfAgent) return { refusal: tooMany(`${maxOfAgent} calls of this agent`) };
    // An agent chooses its own name, and so could have any number of names.
    if (this.#all >= maxOfWindow) return { refusal: tooMany(`${maxOfWindow} calls of agents`) };
    if (this.#size + size > maxSize) return { refusal: tooMany('Calls with very long inputs') };
    this.#ofAgent.set(agent, before + 1);
    this.#all += 1;
    this.#size += size;
    return { exit: () => this.#exit(agent, size) };
  }

  #exit(agent: string, size: number): void {
    const rest = (this.#ofAgent.get(agent) ?? 0) - 1;
    if (rest > 0) this.#ofAgent.set(agent, rest);
    else this.#ofAgent.delete(agent);
    this.#all -= 1;
    this.#size -= size;
  }
}

function tooMany(calls: string): string {
  return `[TOO_MANY_CALLS] ${calls} are waiting already. Nothing was changed. Wait for their answers, then call again.`;
}
