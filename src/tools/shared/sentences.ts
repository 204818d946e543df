// Phrases numbers, and completes sentences.

/** Formats a number with its noun: "1 line", "2 lines"; "2 entries" with a plural. */
export function pluralize(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Adds a full stop to a text of the user, unless it ends with punctuation. */
export function asSentence(sentence: string): string {
  const text = sentence.trim();
  return /[.!?…。！？]["'”’)\]]*$/.test(text) ? text : `${text}.`;
}
