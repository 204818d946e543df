/** Calls that may run or wait at the same time: of one agent, and of all agents of a window. */
const maxOfAgent = 100;
const maxOfWindow = 200;

/** Counts the calls of a window's agents that have no answer yet, over all connections. */
export class CallLimits {
  readonly #ofAgent = new Map<string, number>();
  #all = 0;

  /** Counts a call until it leaves; or says, in words for the model, why it may not begin. */
  enter(agent: string): { readonly leave: () => void } | { readonly refusal: string } {
    const before = this.#ofAgent.get(agent) ?? 0;
    if (before >= maxOfAgent) return { refusal: tooMany(`${maxOfAgent} calls of this agent`) };
    // An agent chooses its name itself, and so could have as many as it likes.
    if (this.#all >= maxOfWindow) return { refusal: tooMany(`${maxOfWindow} calls of agents`) };
    this.#ofAgent.set(agent, before + 1);
    this.#all += 1;
    return { leave: () => this.#leave(agent) };
  }

  #leave(agent: string): void {
    const rest = (this.#ofAgent.get(agent) ?? 0) - 1;
    if (rest > 0) this.#ofAgent.set(agent, rest);
    else this.#ofAgent.delete(agent);
    this.#all -= 1;
  }
}

function tooMany(calls: string): string {
  return `[TOO_MANY_CALLS] ${calls} are waiting already. Nothing was changed. Wait for their answers, then call again.`;
}
