import { expandBraces } from '../pattern/braces.ts';

/**
 * A quick test that leaves out most paths: it says no only where none of these patterns matches, whatever the case of
 * letters, since each match of a pattern holds the literal parts of it. A pattern without any makes it always say yes.
 */
export function literalTest(patterns: readonly string[]): (path: string) => boolean {
  const literals = new Set(patterns.flatMap(expandBraces).map(literalOf));
  if (literals.has('')) return () => true;
  const any = new RegExp([...literals].map((literal) => literal.replaceAll(/[^\w/-]/g, '\\$&')).join('|'), 'i');
  return literals.size === 0 ? () => false : (path) => any.test(path);
}

/** The longest text that every match of a pattern without braces holds; `''` where that is not sure. */
function literalOf(pattern: string): string {
  if (/[^\x20-\x7e]|[\\[\]]/.test(pattern)) return '';
  const pieces = pattern.split(/[*?]+/).map((piece) => piece.replace(/^(?:\.?\/)+|\/+$/g, ''));
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}
