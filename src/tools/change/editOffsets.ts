// Tracks the positions of successive edits, for the line numbers in an answer.

import { firstIndex } from '../../core/text/firstIndex.ts';
import { lineAt, lineStarts, type TextEdit } from '../../core/text/text.ts';

/** Maximum number of offsets stored for one edit: each later edit has to move all of them. */
const maxOffsets = 100;

/** Tracks where the replacements of successive edits begin while later edits move them. */
export class EditOffsets {
  /** For each edit so far, the starts of its replacements in the current text. */
  readonly #offsets: number[][] = [];

  /** Adds the next edit: its replacements, sorted, with offsets in the text before it. */
  add(edits: readonly TextEdit[]): void {
    /** The shift of the text after each replacement. */
    const shifts: number[] = [];
    for (const { start, end, text } of edits) shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
    for (const offsets of this.#offsets) {
      for (const [index, offset] of offsets.entries()) offsets[index] = moveOffset(offset, edits, shifts);
    }
    this.#offsets.push(edits.slice(0, maxOffsets).map(({ start }, index) => start + (shifts[index - 1] ?? 0)));
  }

  /** For each edit, its lines (1-based) in the final text. */
  lines(text: string): number[][] {
    const starts = lineStarts(text);
    const lastLine = Math.max(starts.length - 2, 0);
    return this.#offsets.map((offsets) => [
      ...new Set(offsets.map((at) => Math.min(lineAt(starts, at), lastLine) + 1)),
    ]);
  }
}

/** Moves an offset by later replacements; one inside a replaced text moves to the start of the new text. */
function moveOffset(offset: number, edits: readonly TextEdit[], shifts: readonly number[]): number {
  const next = firstIndex(edits, ({ end }) => end > offset);
  const start = edits[next]?.start ?? offset;
  return Math.min(offset, start) + (shifts[next - 1] ?? 0);
}
