// Counts and converts the line endings of a text.
import { countOccurrences, type Eol } from './text.ts';

/** Number of occurrences of each line ending in a text. */
export function countEols(text: string): Readonly<Record<Eol, number>> {
  const crlfCount = countOccurrences(text, '\r\n');
  return {
    '\n': countOccurrences(text, '\n') - crlfCount,
    '\r\n': crlfCount,
    '\r': countOccurrences(text, '\r') - crlfCount,
  };
}

/** The most frequent line ending of a text; LF on a draw, and for a text without endings. */
export function dominantEol(text: string): Eol {
  const counts = countEols(text);
  if (counts['\r\n'] > counts['\n'] && counts['\r\n'] >= counts['\r']) return '\r\n';
  return counts['\r'] > counts['\n'] ? '\r' : '\n';
}

/** Replaces every line ending by `eol`. */
export function withEol(text: string, eol: Eol): string {
  return text.replace(/\r\n|\r|\n/g, eol);
}
