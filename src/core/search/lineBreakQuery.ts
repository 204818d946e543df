// Recognizes queries that contain a line break, whose matches may therefore span lines.

import type { TextQuery } from './textSearch.ts';

/**
 * Matches line breaks in a regular expression: `\r\n`, `\r?\n`, `\n`, and a literal one. Also matches every other escape
 * and every class, so that a `\n` in `\\n` or `[\n]` is not taken for a line break. Callers ignore such matches.
 */
export const lineBreakPattern = /\\r\\n|\\r\?\\n|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\n/g;

/** Whether a query asks for a line break, so that its matches may span lines. */
export function matchesLineBreak({ text, isRegex }: Pick<TextQuery, 'text' | 'isRegex'>): boolean {
  return text.includes('\n') || (isRegex && withoutOtherEscapes(text).includes('\\n'));
}

/** A regular expression without its classes and its escapes, except line breaks. */
function withoutOtherEscapes(text: string): string {
  return text.replace(lineBreakPattern, (part) => (part.endsWith('\\n') || part === '\n' ? '\\n' : ''));
}
