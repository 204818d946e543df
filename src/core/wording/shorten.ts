/** The text in at most about `most` UTF-16 units: its two ends stay, and between them stands how much is left out. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const side = Math.floor(most / 2);
  return `${text.slice(0, side)} … (${text.length - 2 * side}) … ${text.slice(-side)}`;
}
