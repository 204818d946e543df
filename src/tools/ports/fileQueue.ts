import type { Phrase } from '../../core/wording/phrase.ts';
import type { Call } from './ports.ts';

/** Who enters a queue. */
export interface Entrant {
  /** Names it for those that come after it. */
  readonly title: Phrase;
  /** The call that enters, if an agent's. */
  readonly call?: Call;
  /** Called at once with those before it, where there are any. */
  readonly onWait?: (before: readonly Phrase[]) => void;
}

/** One call at a time for each file. */
export interface FileQueue {
  /** Resolves when every `real` is free and taken; `waited` tells whether another call held one. Rejects on `signal`. */
  enter(
    reals: readonly string[],
    signal: AbortSignal,
    who: Entrant,
  ): Promise<{ readonly waited: boolean; leave(): void }>;
}
