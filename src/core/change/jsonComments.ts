// Removes comments from JSON as the editor reads it.

/**
 * Removes the comments of a JSON text, except their line breaks. Precondition: escapes are not decoded yet, since a
 * decoded quote would end a string.
 */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  const opener = /"|\/[/*]/g;
  let copiedTo = 0;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const end = endOfToken(text, match[0], opener.lastIndex);
    if (match[0] !== '"') {
      parts.push(text.slice(copiedTo, match.index), text.slice(match.index, end).replace(/[^\r\n]+/g, ''));
      copiedTo = end;
    }
    opener.lastIndex = end;
  }
  return parts.join('') + text.slice(copiedTo);
}

/**
 * The end of a string or comment with this opener, whose content begins at `from`. A string ends with its line, too.
 */
function endOfToken(text: string, opener: string, from: number): number {
  const closer = closerOf(opener);
  closer.lastIndex = from;
  let match = closer.exec(text);
  while (match?.[0].startsWith('\\') === true) match = closer.exec(text);
  return match === null ? text.length : closer.lastIndex;
}

/** Matches the end of a string or comment; in a string also escapes, which are skipped. */
function closerOf(opener: string): RegExp {
  if (opener === '"') return /\\.|["\r\n]/g;
  return opener === '/*' ? /\*\//g : /[\r\n]/g;
}
