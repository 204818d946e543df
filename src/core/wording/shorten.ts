// Shortens long texts, such as patterns and names, in messages.

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
