import { applyEdits, type TextEdit } from './text.ts';

/** A run of the text before, kept as it is, or text that was put in. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string };

/**
 * One list of edits that does what several do one after the other: each step's offsets are in the text that the step
 * before left, the answer's are in `before`.
 */
export function composeEdits(before: string, steps: readonly (readonly TextEdit[])[]): TextEdit[] {
  let pieces: Piece[] = [{ start: 0, end: before.length }];
  for (const step of steps) {
    // From the last edit to the first, so that the offsets of those still to come stay true.
    for (const edit of step.toReversed()) pieces = splice(pieces, edit);
  }
  const edits = toEdits(pieces, before.length);
  return edits.filter(({ start, end, text }) => text !== before.slice(start, end));
}

/** The text after some steps. */
export function applySteps(before: string, steps: readonly (readonly TextEdit[])[]): string {
  return steps.reduce((text, step) => applyEdits(text, step), before);
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start;
}

function cut(piece: Piece, from: number, to: number): Piece[] {
  if (from >= to) return [];
  if ('text' in piece) return [{ text: piece.text.slice(from, to) }];
  return [{ start: piece.start + from, end: piece.start + to }];
}

function splice(pieces: readonly Piece[], edit: TextEdit): Piece[] {
  const head: Piece[] = [];
  const tail: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    head.push(...cut(piece, 0, Math.min(length, edit.start - at)));
    tail.push(...cut(piece, Math.max(0, edit.end - at), length));
    at += length;
  }
  return [...head, ...(edit.text === '' ? [] : [{ text: edit.text }]), ...tail];
}

function toEdits(pieces: readonly Piece[], length: number): TextEdit[] {
  const edits: TextEdit[] = [];
  let done = 0;
  let text = '';
  for (const piece of [...pieces, { start: length, end: length }]) {
    if ('text' in piece) {
      text += piece.text;
      continue;
    }
    if (piece.start > done || text !== '') edits.push({ start: done, end: piece.start, text });
    done = piece.end;
    text = '';
  }
  return edits;
}
