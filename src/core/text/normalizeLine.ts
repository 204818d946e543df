// Normalizes lines (without their endings) for loose comparison: look-alike characters, white space, indentation.
// Normalized text is used only for finding matches, and never written to a file.

const plainByLookAlike: ReadonlyMap<string, string> = new Map(
  [
    ["'", '\u2018\u2019\u201a\u201b\u2032\u02bc'],
    ['"', '\u201c\u201d\u201e\u201f\u2033'],
    ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'],
    [' ', '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'],
  ].flatMap(([plain = '', lookAlikes = '']) => lookAlikes.split('').map((unit): [string, string] => [unit, plain])),
);
const lookAlikePattern = new RegExp(`[${[...plainByLookAlike.keys()].join('')}]`, 'g');

/** Replaces typographic quotes, dashes and spaces by plain ASCII, unit by unit, so offsets stay valid. */
export function foldLookAlikes(line: string): string {
  return line.replace(lookAlikePattern, (unit) => plainByLookAlike.get(unit) ?? unit);
}

/** Removes trailing ASCII white space, including a stray carriage return. */
export function trimTrailing(line: string): string {
  let end = line.length;
  while (end > 0 && isAsciiSpace(line.charCodeAt(end - 1))) end--;
  return line.slice(0, end);
}

/** Whether a line is empty or only ASCII white space. */
export function isBlank(line: string): boolean {
  return trimTrailing(line) === '';
}

/** Splits a line into its leading spaces and tabs, and the rest. */
export function splitIndent(line: string): { readonly indent: string; readonly rest: string } {
  let end = 0;
  while (line[end] === ' ' || line[end] === '\t') end++;
  return { indent: line.slice(0, end), rest: line.slice(end) };
}

/** Whether a UTF-16 unit is a space, or one of tab, LF, VT, FF and CR. */
function isAsciiSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}
