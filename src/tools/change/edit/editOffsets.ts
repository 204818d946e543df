// Tracks the positions of the successive edits of a file, for the line numbers in the answer of `redline_multi_edit`.

import { moveOffset, shiftsOf } from '../../../core/diff/moveOffsets.ts';
import { lineAt, lineStarts, type TextEdit } from '../../../core/text/text.ts';

/** Maximum number of offsets stored for each edit: every later edit has to move all of them. */
const maxOffsetsPerEdit = 100;

/** Tracks where the replacements of successive edits begin while later edits move them. */
export class EditOffsets {
  /** For each edit so far, the starts of its first replacements in the current text. */
  readonly #offsets: number[][] = [];

  /** Adds the next edit: its replacements, sorted, with offsets in the text before it. */
  add(edits: readonly TextEdit[]): void {
    const shifts = shiftsOf(edits);
    for (const offsets of this.#offsets) {
      for (const [index, offset] of offsets.entries()) offsets[index] = moveOffset(offset, edits, shifts);
    }
    // Each start is shifted by the replacements before it.
    this.#offsets.push(edits.slice(0, maxOffsetsPerEdit).map(({ start }, index) => start + (shifts[index - 1] ?? 0)));
  }

  /** For each edit, the lines (1-based) at which its first replacements begin in the text after all edits. */
  startLines(finalText: string): number[][] {
    const starts = lineStarts(finalText);
    // The last of `starts` is the end of the text; an offset there is in the last line.
    const lastLine = Math.max(starts.length - 2, 0);
    return this.#offsets.map((offsets) => offsets.map((offset) => Math.min(lineAt(starts, offset), lastLine) + 1));
  }
}
