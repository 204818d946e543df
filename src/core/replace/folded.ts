import { shouldYield, type Turn, type Yielding } from '../async/yielding.ts';
import { endingBefore, lineStarts, type Line } from '../text/text.ts';

/**
 * A text with each line folded and each ending made LF, to be searched by `indexOf`; where the text does not end with
 * an ending, one is added, `virtualEnd` being its offset. `starts` holds the folded offset at which each line starts.
 */
export interface Folded {
  readonly text: string;
  readonly starts: Int32Array;
  readonly virtualEnd: number | undefined;
  /** A line of the text before; undefined behind the last one. */
  readonly lineAt: (index: number) => Line | undefined;
}

/** Folds a text from the offset `base` on (behind a byte order mark). */
export function* foldText(text: string, base: number, foldLine: (line: string) => string): Yielding<Folded> {
  const bounds = lineStarts(text);
  const count = bounds.length - 1;
  const lineAt = (index: number): Line | undefined => {
    const [start, next] = [bounds[index], bounds[index + 1]];
    if (start === undefined || next === undefined) return undefined;
    return { start: Math.max(start, base), end: next - endingBefore(text, next).length, next };
  };
  const turn: Turn = { lines: 0 };
  const starts = new Int32Array(count);
  // Joined some at a time: all at once would take a turn that is too long.
  const blocks: string[] = [];
  let block: string[] = [];
  let length = 0;
  for (let index = 0; index < count; index++) {
    const { start = 0, end = 0 } = lineAt(index) ?? {};
    const folded = foldLine(text.slice(start, end));
    starts[index] = length;
    block.push(folded);
    length += folded.length + 1;
    if (!shouldYield(turn, 1)) continue;
    blocks.push(block.join('\n'));
    block = [];
    yield;
  }
  if (block.length > 0) blocks.push(block.join('\n'));
  const last = lineAt(count - 1);
  const virtualEnd = last !== undefined && last.end === last.next ? length - 1 : undefined;
  return { text: blocks.length === 0 ? '' : blocks.join('\n') + '\n', starts, virtualEnd, lineAt };
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
