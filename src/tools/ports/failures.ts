import type { Phrase } from '../../core/wording/phrase.ts';

/** Takes down failures that nobody foresaw, for whoever mends them: the step, what was thrown and where. */
export interface Failures {
  unexpected(step: string, cause: unknown): void;
}

/** The failures of whole calls. */
export interface CallFailures extends Failures {
  /** Tells the person, quietly, of a call that came to nothing. Neither throws nor waits. */
  notDone(call: NotDone): void;
}

/** A call that came to nothing through no answer of the person's. */
export interface NotDone {
  readonly tool: string;
  /** Whether an agent in the chat called, or else another extension. */
  readonly chat: boolean;
  /** What it set out to do: "Editing src/app.ts"; undefined where its input cannot be read. */
  readonly what?: Phrase;
  readonly why: Phrase | string;
  /** Whether rules, the person's settings or the system forbid it, or else it failed. */
  readonly denied: boolean;
}
