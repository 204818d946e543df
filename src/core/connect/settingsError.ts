// The failure of a change of settings, which is told to the person.
import type { Phrase } from '../wording/phrase.ts';

/** Why a settings file is left as it is, in whole sentences for the person. */
export class SettingsError extends Error {
  readonly userMessage: Phrase;

  constructor(userMessage: Phrase) {
    super(userMessage.text);
    this.name = 'SettingsError';
    this.userMessage = userMessage;
  }
}
