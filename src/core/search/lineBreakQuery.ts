// Finds the line breaks in the text of a query.

import type { TextQuery } from './textSearch.ts';

/** Matches line breaks in a regular expression, and also other escapes and whole classes, which callers skip. */
export const lineBreakPattern = /\\r\\n|\\r\?\\n|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\n/g;

/** Whether a query asks for a line break, so that its matches may span lines. */
export function matchesLineBreak({ text, isRegex }: Pick<TextQuery, 'text' | 'isRegex'>): boolean {
  return text.includes('\n') || (isRegex && removeClasses(text).includes('\\n'));
}

function removeClasses(text: string): string {
  return text.replace(lineBreakPattern, (part) => (part.endsWith('\\n') || part === '\n' ? '\\n' : ''));
}
