import type { NotDone } from './notDone.ts';

/** Takes down failures that nobody foresaw, for whoever mends them: the step, what was thrown and where. */
export interface Failures {
  unexpected(step: string, cause: unknown): void;
}

/** The failures of whole calls. */
export interface CallFailures extends Failures {
  /** Tells the person, quietly, of a call that came to nothing. Neither throws nor waits. */
  notDone(call: NotDone): void;
}
