import { splitLines, type Line } from '../text.ts';

/**
 * A text with each line folded and each ending made LF, to be searched by `indexOf`; where the text does not end with
 * an ending, one is added, `virtualEnd` being its offset. `starts` holds the folded offset at which each line starts.
 */
export interface Folded {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly starts: readonly number[];
  readonly virtualEnd: number | undefined;
}

/** Folds a text from the offset `base` on (behind a byte order mark). */
export function foldText(text: string, base: number, foldLine: (line: string) => string): Folded {
  const lines = splitLines(text).map((line) => (line.start < base ? { ...line, start: base } : line));
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const { start, end } of lines) {
    const folded = foldLine(text.slice(start, end));
    starts.push(length);
    parts.push(folded);
    length += folded.length + 1;
  }
  const last = lines.at(-1);
  const virtualEnd = last !== undefined && last.end === last.next ? length - 1 : undefined;
  return { text: parts.length === 0 ? '' : parts.join('\n') + '\n', lines, starts, virtualEnd };
}

/** A line (0-based; past the last one at the end), how far into it when folded, and whether its folded end is there. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly atEnd: boolean;
}

/** Where a folded offset lies. */
export function placeOf({ starts, text }: Folded, offset: number): Place {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  if (offset >= text.length) return { line: starts.length, column: 0, atEnd: false };
  return { line: low - 1, column: offset - (starts[low - 1] ?? 0), atEnd: text[offset] === '\n' };
}
