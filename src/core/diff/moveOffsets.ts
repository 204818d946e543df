// Moves offsets and ranges of a text through later edits.
import { differingRange } from './differingRange.ts';
import { firstIndex, type TextEdit } from '../text/text.ts';
import { countTowardsYield, type Yielding } from '../async/yielding.ts';

/** A range `[start, end)` of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Narrows edits to the text that they change, without equal text at their ends, so that they touch no other lines. */
export function trimEdits(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.map((edit) => {
    const trimmed = differingRange(text.slice(edit.start, edit.end), edit.text);
    // An edit that changes nothing becomes an empty one, so that each edit keeps its index.
    if (trimmed === undefined) return { ...edit, start: edit.end, text: '' };
    return { start: edit.start + trimmed.start, end: edit.start + trimmed.end, text: trimmed.text };
  });
}

/**
 * Finds where the new text of each edit is in the text after all steps. A step is a sorted list of edits, as offsets in
 * the text after the steps before it. Returns a list of ranges for each step, in the order of its edits.
 */
export function* findFinalRanges(steps: readonly (readonly TextEdit[])[]): Yielding<TextRange[][]> {
  const sinceYield = { units: 0 };
  const ranges: TextRange[][] = [];
  for (const edits of steps) {
    const shifts = shiftsOf(edits);
    for (const earlierRanges of ranges) {
      for (const [index, range] of earlierRanges.entries()) {
        earlierRanges[index] = moveRange(range, edits, shifts);
        if (countTowardsYield(sinceYield, 1)) yield;
      }
    }
    ranges.push(
      edits.map(({ start, text }, index) => {
        const newStart = start + (shifts[index - 1] ?? 0);
        return { start: newStart, end: newStart + text.length };
      }),
    );
  }
  return ranges;
}

/** Moves a range by later edits and their `shiftsOf`; an insertion at its end does not extend it. */
function moveRange({ start, end }: TextRange, edits: readonly TextEdit[], shifts: readonly number[]): TextRange {
  const movedStart = moveOffset(start, edits, shifts);
  return { start: movedStart, end: end === start ? movedStart : moveOffset(end - 1, edits, shifts) + 1 };
}

/** The shift of the text after each edit of a sorted list. */
export function shiftsOf(edits: readonly TextEdit[]): number[] {
  const shifts: number[] = [];
  for (const { start, end, text } of edits) shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
  return shifts;
}

/** Moves an offset by later edits and their `shiftsOf`; inside a replaced text, to the start of the new text. */
export function moveOffset(offset: number, edits: readonly TextEdit[], shifts: readonly number[]): number {
  const next = firstIndex(edits, ({ end }) => end > offset);
  const start = edits[next]?.start ?? offset;
  return Math.min(offset, start) + (shifts[next - 1] ?? 0);
}
