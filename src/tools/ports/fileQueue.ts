import type { Phrase } from '../../core/wording/phrase.ts';
import type { Call } from './ports.ts';

/** A call that waits in a queue. */
export interface Entrant {
  /** Names the call for those that wait behind it. */
  readonly title: Phrase;
  /** Undefined if a person acts, not an agent. */
  readonly call?: Call;
  /** Called at once with the titles of the calls ahead, if there are any. */
  readonly onWait?: (ahead: readonly Phrase[]) => void;
}

/** Locks files, so that only one call at a time changes each. */
export interface FileQueue {
  /** Locks files by their real URIs; `waited` tells whether another call held one of them. Rejects on `signal`. */
  enter(
    reals: readonly string[],
    signal: AbortSignal,
    entrant: Entrant,
  ): Promise<{ readonly waited: boolean; release(): void }>;
}
