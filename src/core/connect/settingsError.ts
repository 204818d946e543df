// The failure of a change of settings, which is told to the person.
import type { Phrase } from '../wording/phrase.ts';

/** Why a settings file is left as it is, in whole sentences for the person. */
export class SettingsError extends Error {
  readonly told: Phrase;

  constructor(told: Phrase) {
    super(told.text);
    this.name = 'SettingsError';
    this.told = told;
  }
}
