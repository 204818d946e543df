import { phrase, type Phrase } from '../wording/phrase.ts';

/** What a setting that cannot be read means, in whole sentences: nothing may be changed. */
export function unusable(setting: string, why: Phrase): Phrase {
  return phrase('The setting {0} cannot be used: {1}. Until it is corrected, nothing can be changed.', setting, why);
}
