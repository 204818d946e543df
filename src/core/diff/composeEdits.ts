// Composes consecutive lists of edits into one, by a piece table.
import type { TextEdit } from '../text/text.ts';
import { runSync, countTowardsYield, type Yielding } from '../async/yielding.ts';

/** A range of the original text, or inserted text (as in a piece table). */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string };

/**
 * Composes consecutive lists of edits into one. Each list's offsets refer to the result of the previous lists, the
 * composed ones to `before`. The edits of a list are sorted and do not overlap.
 */
export function composeEdits(before: string, steps: readonly (readonly TextEdit[])[]): TextEdit[] {
  return runSync(composeEditsYielding(before, steps));
}

/** `composeEdits` as a time-sliced generator. */
export function* composeEditsYielding(before: string, steps: readonly (readonly TextEdit[])[]): Yielding<TextEdit[]> {
  let pieces: readonly Piece[] = [{ start: 0, end: before.length }];
  for (const step of steps) pieces = yield* applyStep(pieces, step);
  const sinceYield = { units: 0 };
  const edits: TextEdit[] = [];
  for (const edit of piecesToEdits(pieces, before.length)) {
    // Drops edits that restore the original text.
    if (edit.text !== before.slice(edit.start, edit.end)) edits.push(edit);
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  return edits;
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start;
}

function slicePiece(piece: Piece, from: number, to: number): Piece {
  return 'text' in piece ? { text: piece.text.slice(from, to) } : { start: piece.start + from, end: piece.start + to };
}

/** The pieces of the text after a step, in one pass over the pieces and the step's edits. */
function* applyStep(pieces: readonly Piece[], step: readonly TextEdit[]): Yielding<Piece[]> {
  const sinceYield = { units: 0 };
  const newPieces: Piece[] = [];
  let index = 0;
  /** The next piece, or its remaining part, and its offset in the text before the step. */
  let [nextPiece, offset] = [pieces[0], 0];
  /** Moves to an offset, and keeps the pieces before it, or drops them. */
  const moveUpTo = (end: number, fate: 'keep' | 'drop'): void => {
    while (offset < end && nextPiece !== undefined) {
      const length = lengthOf(nextPiece);
      const isWhole = length <= end - offset;
      if (fate === 'keep') newPieces.push(isWhole ? nextPiece : slicePiece(nextPiece, 0, end - offset));
      nextPiece = isWhole ? pieces[++index] : slicePiece(nextPiece, end - offset, length);
      offset = isWhole ? offset + length : end;
    }
  };
  for (const { start, end, text } of step) {
    moveUpTo(start, 'keep');
    if (text !== '') newPieces.push({ text });
    moveUpTo(end, 'drop');
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  moveUpTo(Infinity, 'keep');
  return newPieces;
}

/**
 * Finds the edits between the pieces and the original text, of the given length. The ranges of the pieces ascend and do
 * not overlap, since steps only cut, delete and insert pieces.
 */
function* piecesToEdits(pieces: readonly Piece[], length: number): Generator<TextEdit, void, undefined> {
  let copiedTo = 0;
  let text = '';
  const endPiece: Piece = { start: length, end: length };
  // Reads `endPiece` past the end of the list, instead of appending it to a copy: the list may be long.
  for (let at = 0; at <= pieces.length; at++) {
    const piece = pieces[at] ?? endPiece;
    if ('text' in piece) {
      text += piece.text;
      continue;
    }
    if (piece.start > copiedTo || text !== '') yield { start: copiedTo, end: piece.start, text };
    copiedTo = piece.end;
    text = '';
  }
}
