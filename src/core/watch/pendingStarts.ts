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

  /** Handles the end of a command. */
  end(speaker: Speaker, key: string): void {
    this.#remove(speaker, (start) => start.key === key);
  }

  /** Handles the end of a turn, or its session's next one: its commands end with it. */
  endAll(speaker: Speaker): void {
    this.#remove(speaker, () => true);
  }

  #remove({ agent, session }: Speaker, isMeant: (start: PendingStart) => boolean): void {
    for (const start of this.#starts) {
      const isBySpeaker = start.speaker.agent === agent && start.speaker.session === session;
      if (isBySpeaker && isMeant(start)) this.#starts.delete(start);
    }
  }
}
