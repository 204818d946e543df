import { lineAt } from '../../core/diff/lineBlocks.ts';
import { lineStarts, type TextEdit } from '../../core/text/text.ts';

/** Places of one edit that an answer tells; each is moved by every edit that follows. */
const maxPlaces = 100;

/** Where the replacements of one file's edits begin, followed through the edits that come after them. */
export class EditPlaces {
  readonly #all: number[][] = [];

  /** Takes in the next edit: its replacements, sorted, with offsets in the text before it. */
  add(edits: readonly TextEdit[]): void {
    /** By how much what stands behind each of the replacements has moved. */
    const shifts: number[] = [];
    for (const { start, end, text } of edits) shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
    for (const places of this.#all) {
      for (const [index, place] of places.entries()) places[index] = moved(place, edits, shifts);
    }
    this.#all.push(edits.slice(0, maxPlaces).map(({ start }, at) => start + (shifts[at - 1] ?? 0)));
  }

  /** For each edit, the lines (1-based) of the text that all of them left. */
  lines(text: string): number[][] {
    const starts = lineStarts(text);
    const last = Math.max(starts.length - 2, 0);
    return this.#all.map((places) => [...new Set(places.map((place) => Math.min(lineAt(starts, place), last) + 1))]);
  }
}

/** A place within a replaced text is where the new one begins. */
function moved(place: number, edits: readonly TextEdit[], shifts: readonly number[]): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const start = edits[low]?.start ?? place;
  return Math.min(place, start) + (shifts[low - 1] ?? 0);
}
