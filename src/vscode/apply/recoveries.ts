// Runs `recover`, and repeats it while another window still works on an interrupted call.

import { oneAtATime } from '../../core/async/oneAtATime.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { formatTrace } from '../../core/wording/trace.ts';
import type { Journal } from '../journal/journal.ts';
import { recover, type RecoveryDeps, type ReportedFailures } from './recover.ts';

/** Delay before the next attempt. */
const retryDelayMs = 10_000;

export interface RecoveriesDeps extends Omit<RecoveryDeps, 'reportedFailures'> {
  /** Shows messages to the user, and returns them translated. */
  readonly showMessages: (messages: readonly Phrase[]) => readonly string[];
}

/** Recovers the interrupted calls of dead windows in serialized runs, until no entry remains. */
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
   * Runs after any run in progress. Resolves with the messages shown; rejects if the journal cannot be read, and
   * retries later.
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
