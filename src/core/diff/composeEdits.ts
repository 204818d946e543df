import { applyEdits, type TextEdit } from '../text/text.ts';
import { atOnce, shouldYield, type Yielding } from '../async/yielding.ts';

/** A run of the text before, kept as it is, or text that was put in. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string };

/**
 * One list of edits that does what several do one after the other: each step's offsets are in the text that the step
 * before left, the answer's are in `before`. The edits of a step are sorted and do not overlap.
 */
export function composeEdits(before: string, steps: readonly (readonly TextEdit[])[]): TextEdit[] {
  return atOnce(composeInTurns(before, steps));
}

/** The same in turns, in time that grows with the edits of all steps. */
export function* composeInTurns(before: string, steps: readonly (readonly TextEdit[])[]): Yielding<TextEdit[]> {
  let pieces: readonly Piece[] = [{ start: 0, end: before.length }];
  for (const step of steps) pieces = yield* withStep(pieces, step);
  const turn = { lines: 0 };
  const edits: TextEdit[] = [];
  for (const edit of editsAmong(pieces, before.length)) {
    if (edit.text !== before.slice(edit.start, edit.end)) edits.push(edit);
    if (shouldYield(turn, 1)) yield;
  }
  return edits;
}

/** The text after some steps. */
export function applySteps(before: string, steps: readonly (readonly TextEdit[])[]): string {
  return steps.reduce((text, step) => applyEdits(text, step), before);
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start;
}

function cut(piece: Piece, from: number, to: number): Piece {
  return 'text' in piece ? { text: piece.text.slice(from, to) } : { start: piece.start + from, end: piece.start + to };
}

/** The pieces after a step, in one pass over them and its edits. */
function* withStep(pieces: readonly Piece[], step: readonly TextEdit[]): Yielding<Piece[]> {
  const turn = { lines: 0 };
  const after: Piece[] = [];
  let next = 0;
  /** Offset at which the next piece begins, and how much of it is done. */
  let at = 0;
  let done = 0;
  const moveTo = (offset: number, keep: boolean): void => {
    for (let piece = pieces[next]; piece !== undefined && at + done < offset; piece = pieces[next]) {
      const length = lengthOf(piece);
      const end = Math.min(length, offset - at);
      if (keep) after.push(cut(piece, done, end));
      done = end;
      if (end < length) return;
      next++;
      at += length;
      done = 0;
    }
  };
  for (const { start, end, text } of step) {
    moveTo(start, true);
    if (text !== '') after.push({ text });
    moveTo(end, false);
    if (shouldYield(turn, 1)) yield;
  }
  moveTo(Infinity, true);
  return after;
}

function* editsAmong(pieces: readonly Piece[], length: number): Generator<TextEdit, void, undefined> {
  let done = 0;
  let text = '';
  const last: Piece = { start: length, end: length };
  for (let at = 0; at <= pieces.length; at++) {
    const piece = pieces[at] ?? last;
    if ('text' in piece) {
      text += piece.text;
      continue;
    }
    if (piece.start > done || text !== '') yield { start: done, end: piece.start, text };
    done = piece.end;
    text = '';
  }
}
