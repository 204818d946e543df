// Declares how failures are logged and shown to the person.

import type { Phrase } from '../../core/wording/phrase.ts';

/** Logs unexpected errors: the step, the error, and its stack. */
export interface Failures {
  unexpected(step: string, cause: unknown): void;
}

/** Reports the failures of whole calls. */
export interface CallFailures extends Failures {
  /** Shows the person, without interrupting them, that a call was not done. Does not throw. */
  notDone(call: NotDone): void;
}

/** A call that failed or was denied, without the person having rejected it. */
export interface NotDone {
  readonly tool: string;
  /** Whether an agent in the editor's chat called. */
  readonly chat: boolean;
  /** The name of an agent outside the editor that called: "Codex". */
  readonly agent?: string;
  /** What the call was doing: "Editing src/app.ts"; undefined for an invalid input. */
  readonly what?: Phrase;
  readonly why: Phrase | string;
  /** Whether rules, settings or the system denied it; else it failed. */
  readonly denied: boolean;
}
