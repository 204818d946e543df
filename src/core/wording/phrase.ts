// Defines phrases: texts that models read in English, and users in the language of their editor. Also formats counts with
// their nouns, completes sentences from elsewhere (reasons that users type, errors of the system), and shortens names.

/**
 * A text for users and models. Models get its English; for users, the English with placeholders `{0}`, `{1}` … is the
 * key of its translation. An argument may be a phrase itself.
 */
export interface Phrase {
  readonly text: string;
  readonly args: readonly PhraseArgument[];
}

export type PhraseArgument = string | number | Phrase;

/** Creates a phrase. `text` must be a literal, so that `npm run l10n` finds it. */
export function phrase(text: string, ...args: readonly PhraseArgument[]): Phrase {
  return { text, args };
}

/** The English text of a phrase, for models and for the log. A placeholder without an argument stays. */
export function inEnglish({ text, args }: Phrase): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, index: string) => {
    const argument = args[Number(index)];
    return typeof argument === 'object' ? inEnglish(argument) : String(argument ?? placeholder);
  });
}

/** Formats a number with its English noun: "1 line", "2 lines"; an irregular plural must be given. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Adds a full stop to a text, unless it ends with punctuation. */
export function asSentence(sentence: string): string {
  const text = sentence.trim();
  return /[.!?…。！？]["'”’)\]]*$/.test(text) ? text : `${text}.`;
}

/**
 * Replaces the middle of a text of more than `keptChars` UTF-16 units by the number of removed units:
 * `abc … (12) … xyz`.
 * @param keptChars how many units of the text to keep, at least 2; the mark in the middle comes on top
 */
export function shorten(text: string, keptChars: number): string {
  if (text.length <= keptChars) return text;
  const halfChars = Math.floor(keptChars / 2);
  return `${text.slice(0, halfChars)} … (${text.length - 2 * halfChars}) … ${text.slice(-halfChars)}`;
}
