// Defines the error of a failed change of settings, with a message for the user, and its causes in any format.
import { phrase, type Phrase } from '../wording/phrase.ts';

/** Thrown if a settings file is left unchanged; the message is whole sentences for the user. */
export class SettingsError extends Error {
  readonly userMessage: Phrase;

  constructor(userMessage: Phrase) {
    super(userMessage.text);
    this.name = 'SettingsError';
    this.userMessage = userMessage;
  }
}

/** The error for a value of the user where Redline would write. @param name of the value, or several names */
export function conflictingValueError(name: string): SettingsError {
  return new SettingsError(phrase('"{0}" already has another value. Remove or rename it first.', name));
}

/** The error for a change after which the rest of the file would have another meaning. */
export function sideEffectError(): SettingsError {
  return new SettingsError(phrase('It could not be changed without changing something else in it.'));
}
