// Completes sentences that users typed, such as reasons.

/** Adds a full stop to a text of the user, unless it ends with punctuation. */
export function asSentence(sentence: string): string {
  const text = sentence.trim();
  return /[.!?…。！？]["'”’)\]]*$/.test(text) ? text : `${text}.`;
}
