// How two lines can be compared more loosely than by equality. All functions take lines without their endings. What
// they fold away is only ever used to find a place; the text of the file itself is never replaced by its folded form.

const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    ["'", '\u2018\u2019\u201a\u201b\u2032\u02bc'],
    ['"', '\u201c\u201d\u201e\u201f\u2033'],
    ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'],
    [' ', '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'],
  ].flatMap(([plain = '', odd = '']) => odd.split('').map((unit): [string, string] => [unit, plain])),
);
const lookAlike = new RegExp(`[${[...lookAlikes.keys()].join('')}]`, 'g');

/**
 * The line with typographic quotes, dashes and spaces made plain ASCII. One UTF-16 unit becomes one unit, so offsets in
 * the folded line are offsets in the line.
 */
export function foldLookAlikes(line: string): string {
  return line.replace(lookAlike, (unit) => lookAlikes.get(unit) ?? unit);
}

/** The line without white space (space, tab, form feed, vertical tab, stray carriage return) at its end. */
export function trimTrailing(line: string): string {
  let end = line.length;
  while (end > 0 && isBlankUnit(line.charCodeAt(end - 1))) end--;
  return line.slice(0, end);
}

/** True for a line of white space only, and for an empty one. */
export function isBlank(line: string): boolean {
  return trimTrailing(line) === '';
}

/** A line cut into the spaces and tabs it begins with, and the rest. */
export function splitIndent(line: string): { readonly indent: string; readonly rest: string } {
  let at = 0;
  while (at < line.length && (line[at] === ' ' || line[at] === '\t')) at++;
  return { indent: line.slice(0, at), rest: line.slice(at) };
}

function isBlankUnit(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}
