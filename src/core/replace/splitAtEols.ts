// Splits a text at its line endings, for comparing old and new text line by line.

/** A piece of text between line endings. */
export interface Piece {
  readonly content: string;
  /** The line ending after it; `''` for the last piece. */
  readonly eol: string;
}

/**
 * Splits a text at its line endings; it has one piece more than endings, so that `'a\n'` is `a` and an empty piece.
 *
 * @param splitsAtCr whether a lone CR is a line ending
 */
export function splitAtEols(text: string, splitsAtCr = true): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { index, 0: eol } of text.matchAll(splitsAtCr ? /\r\n|\r|\n/g : /\r\n|\n/g)) {
    pieces.push({ content: text.slice(start, index), eol });
    start = index + eol.length;
  }
  pieces.push({ content: text.slice(start), eol: '' });
  return pieces;
}
