// Tracks the commands and turns whose start waits for a scan: one that ends meanwhile would never be ended.

import type { Speaker } from './spanLog.ts';

interface PendingStart {
  readonly speaker: Speaker;
  /** The key of a command; undefined for a turn. */
  readonly key: string | undefined;
}

export class PendingStarts {
  readonly #starts = new Set<PendingStart>();

  /** Waits. @returns whether it still is to start: its end has not come meanwhile */
  async wait(speaker: Speaker, key: string | undefined, scan: Promise<void>): Promise<boolean> {
    const start = { speaker, key };
    this.#starts.add(start);
    await scan;
    return this.#starts.delete(start);
  }

  /** Handles the end of a command: of one, if several have the same key. */
  end(speaker: Speaker, key: string): void {
    const start = this.#startsBy(speaker).find((each) => each.key === key);
    if (start !== undefined) this.#starts.delete(start);
  }

  /** Handles the end of a turn, or its session's next one: its commands end with it. */
  endAll(speaker: Speaker): void {
    for (const start of this.#startsBy(speaker)) this.#starts.delete(start);
  }

  #startsBy({ agent, session }: Speaker): readonly PendingStart[] {
    return [...this.#starts].filter(({ speaker }) => speaker.agent === agent && speaker.session === session);
  }
}
