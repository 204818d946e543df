// Runs `recover` at the start and on demand, and repeats it while another window still works on an interrupted call.

import { oneAtATime } from '../../core/async/oneAtATime.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import type { Journal } from '../journal/journal.ts';
import { recover, type RecoveryDeps, type ReportedFailures } from './recover.ts';

/** Delay before the next attempt: the lease of a window ends after 5 to 30 seconds without a heartbeat. */
const retryDelayMs = 10_000;

export interface RecoveriesDeps extends Omit<RecoveryDeps, 'reportedFailures'> {
  /** Shows messages to the user, and returns them translated. */
  readonly showMessages: (messages: readonly Phrase[]) => readonly string[];
}

/** Recovers the interrupted calls of dead windows: one run at a time, repeated until no entry remains. */
export class Recoveries {
  readonly #journal: Journal;
  readonly #deps: RecoveriesDeps;
  readonly #reportedFailures: ReportedFailures = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(journal: Journal, deps: RecoveriesDeps) {
    this.#journal = journal;
    this.#deps = deps;
  }

  /**
   * Recovers what can be recovered now, after any run in progress. Resolves with the translated messages, which were
   * shown to the user. Rejects if the journal cannot be read; a later attempt is scheduled then, too.
   */
  readonly run = oneAtATime(() => this.#run());

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<readonly string[]> {
    clearTimeout(this.#timer);
    let isSettled = false;
    try {
      await this.#journal.refresh();
      const recovered = await recover(this.#journal, { ...this.#deps, reportedFailures: this.#reportedFailures });
      isSettled = recovered.isSettled;
      return this.#deps.showMessages(recovered.messages);
    } finally {
      if (!isSettled && !this.#isDisposed) this.#timer = setTimeout(this.#runAgain, retryDelayMs);
    }
  }

  readonly #runAgain = (): void => {
    this.run().catch((cause: unknown) => this.#deps.log.error(`The history could not be read: ${formatTrace(cause)}`));
  };
}
