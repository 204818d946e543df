/**
 * Lower case without a change of length, so that an offset in the result is one in the text. A letter whose small form
 * is longer stays as it is; the two small sigmas count as one.
 */
export function foldText(text: string): string {
  const whole = text.toLowerCase();
  const folded =
    whole.length === text.length
      ? whole
      : Array.from(text, (letter) =>
          letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
        ).join('');
  return folded.replaceAll('ς', 'σ');
}
