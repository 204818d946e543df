// Completes sentences from elsewhere, such as the reasons that users type and the errors of the system.

/** Adds a full stop to a text, unless it ends with punctuation. */
export function asSentence(sentence: string): string {
  const text = sentence.trim();
  return /[.!?…。！？]["'”’)\]]*$/.test(text) ? text : `${text}.`;
}
