/** Removes the middle of a text of more than `maxLength` UTF-16 units, and states how many units were removed. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const side = Math.floor(maxLength / 2);
  return `${text.slice(0, side)} … (${text.length - 2 * side}) … ${text.slice(-side)}`;
}
