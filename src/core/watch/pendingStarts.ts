// Tracks commands and turns whose start waits for a scan, so that one that ends during the scan never starts.

import type { Speaker } from './speaker.ts';

interface PendingStart {
  readonly speaker: Speaker;
  /** The key of a command; undefined for a turn. */
  readonly key: string | undefined;
}

/** Starts that wait for a scan. Cancels those that end before the scan does. */
export class PendingStarts {
  readonly #starts = new Set<PendingStart>();

  /**
   * Waits for the scan.
   * @returns whether to start; false if the end came during the wait
   */
  async wait(speaker: Speaker, key: string | undefined, scan: Promise<void>): Promise<boolean> {
    const start = { speaker, key };
    this.#starts.add(start);
    await scan;
    return this.#starts.delete(start);
  }

  /** Cancels the start of a command that ended; only one start, if several have the same key. */
  end(speaker: Speaker, key: string): void {
    const start = this.#startsBy(speaker).find((pending) => pending.key === key);
    if (start !== undefined) this.#starts.delete(start);
  }

  /** Cancels all starts of a session, at the end of its turn or the start of its next one. */
  endAll(speaker: Speaker): void {
    for (const start of this.#startsBy(speaker)) this.#starts.delete(start);
  }

  #startsBy({ agent, session }: Speaker): readonly PendingStart[] {
    return [...this.#starts].filter(({ speaker }) => speaker.agent === agent && speaker.session === session);
  }
}
