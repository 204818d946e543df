/** Cuts the middle out of a text of more than `maxLength` UTF-16 units, and says how many units were cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const side = Math.floor(maxLength / 2);
  return `${text.slice(0, side)} … (${text.length - 2 * side}) … ${text.slice(-side)}`;
}
