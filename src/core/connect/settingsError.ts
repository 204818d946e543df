// Defines the error of a failed change of settings, with a message for the user.
import type { Phrase } from '../wording/phrase.ts';

/** Thrown if a settings file is left unchanged; the message is whole sentences for the user. */
export class SettingsError extends Error {
  readonly userMessage: Phrase;

  constructor(userMessage: Phrase) {
    super(userMessage.text);
    this.name = 'SettingsError';
    this.userMessage = userMessage;
  }
}
