// Declares the ports that log failures and show them to the user.

import type { Phrase } from '../../core/wording/phrase.ts';

/** Logs the failures of single steps, after which the call goes on. */
export interface Failures {
  /** Logs an unexpected error with its stack. `step` names the action that failed, as a participle: "answering". */
  unexpected(step: string, cause: unknown): void;
}

/** Reports the failures of whole calls. */
export interface CallFailures extends Failures {
  /** Shows the user, without interrupting them, that a call failed. Does not throw. */
  reportFailedCall(call: FailedCall): void;
}

/** A call that failed or was denied, without the user having rejected it. */
export interface FailedCall {
  /** Full name of the tool: `redline_edit_file`. */
  readonly tool: string;
  /** Whether the caller is an agent in the editor's chat. */
  readonly chat: boolean;
  /** Display name of a calling agent outside the editor: "Codex". */
  readonly agent?: string;
  /** Description of the call: "Editing src/app.ts"; undefined for an invalid input. */
  readonly what?: Phrase;
  /** The error's message for the user; an untranslated sentence if it has none. */
  readonly why: Phrase | string;
  /** Whether rules, settings or the system denied it; otherwise it failed. */
  readonly denied: boolean;
}
