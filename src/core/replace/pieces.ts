/** A stretch of text between line endings, and the ending after it; `''` for the last piece. */
export interface Piece {
  readonly content: string;
  readonly eol: string;
}

/**
 * Cuts a text at its line endings; there is one piece more than endings, so that `'a\n'` is `a` and an empty piece.
 * With `crCounts` a lone CR ends a line as well; without, it is a character like others.
 */
export function cutPieces(text: string, crCounts: boolean): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { index, 0: eol } of text.matchAll(crCounts ? /\r\n|\r|\n/g : /\r\n|\n/g)) {
    pieces.push({ content: text.slice(start, index), eol });
    start = index + eol.length;
  }
  pieces.push({ content: text.slice(start), eol: '' });
  return pieces;
}
