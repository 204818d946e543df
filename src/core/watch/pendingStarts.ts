// Tracks commands and turns whose start waits for a scan: a command or turn that ends during the scan never starts.

import type { AgentSession } from './agentSession.ts';

interface PendingStart {
  readonly agentSession: AgentSession;
  /** The key of a command, as of `SpanLog.startCommand`; undefined for a turn. */
  readonly key: string | undefined;
}

/** The starts that wait for a scan. The caller cancels those whose end is reported meanwhile. */
export class PendingStarts {
  readonly #starts = new Set<PendingStart>();

  /**
   * Waits for the scan.
   * @param scan must not reject
   * @returns whether to start: false if the start was cancelled during the wait
   */
  async wait(agentSession: AgentSession, key: string | undefined, scan: Promise<void>): Promise<boolean> {
    const start = { agentSession, key };
    this.#starts.add(start);
    await scan;
    return this.#starts.delete(start);
  }

  /** Cancels the start of a command that ended; only one of several with the same key. Ignores an unknown key. */
  end(agentSession: AgentSession, key: string): void {
    const start = this.#startsBy(agentSession).find((pending) => pending.key === key);
    if (start !== undefined) this.#starts.delete(start);
  }

  /** Cancels all starts of a session, at the end of its turn or the start of its next one. */
  endAll(agentSession: AgentSession): void {
    for (const start of this.#startsBy(agentSession)) this.#starts.delete(start);
  }

  #startsBy({ agent, session }: AgentSession): readonly PendingStart[] {
    return [...this.#starts].filter(
      ({ agentSession }) => agentSession.agent === agent && agentSession.session === session,
    );
  }
}
