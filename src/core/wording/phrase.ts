/**
 * What people and models are told alike. Models read its English; for people the English, with `{0}`, `{1}`… where the
 * arguments go, is the key of its translation. An argument may be a phrase itself.
 */
export interface Phrase {
  readonly text: string;
  readonly args: readonly PhraseArgument[];
}

export type PhraseArgument = string | number | Phrase;

/** Makes a phrase; `text` is written out where this is called, so that the check of the translations finds it. */
export function phrase(text: string, ...args: readonly PhraseArgument[]): Phrase {
  return { text, args };
}

/** A phrase for models, and for the log. */
export function inEnglish({ text, args }: Phrase): string {
  return text.replace(/\{(\d+)\}/g, (place, index: string) => {
    const argument = args[Number(index)];
    return typeof argument === 'object' ? inEnglish(argument) : String(argument ?? place);
  });
}
