// Normalizes a text line by line for loose searches, and maps offsets back to the original. With trailing white space
// removed, for example:
//
//   original     "if (a)  \r\n  b();"     lines: start 0, end 8, next 10; start 10, end 16
//   normalized   "if (a)\n  b();\n"       starts: 0, 7; addedEolAt: 13, since the last line has no ending
//
// Offset 6 of the normalized text is line 0, column 6, at the line's end; in the original that is offset 6, or 8 for a
// match that includes the removed white space.
import { countTowardsYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { lineAt, lineOf, lineStarts, type Line } from '../text/text.ts';

/** A text with each line normalized and each ending replaced by LF, for searching with `indexOf`. */
export interface NormalizedText {
  readonly text: string;
  /** The offset in `text` at which each line starts. */
  readonly starts: Int32Array;
  /** The offset of the LF that was added, if the last line had no ending. */
  readonly addedEolAt: number | undefined;
  /** A line of the original text by its 0-based index, without a byte order mark; undefined after the last one. */
  readonly lineOf: (index: number) => Line | undefined;
}

/** Normalizes the lines of a text from `startOffset` on: 1 to skip a byte order mark, else 0. */
export function* normalizeLines(
  text: string,
  startOffset: number,
  normalize: (line: string) => string,
): Yielding<NormalizedText> {
  const originalStarts = lineStarts(text);
  const lineCount = originalStarts.length - 1;
  const lineAfterBom = (index: number): Line | undefined => {
    const line = lineOf(text, originalStarts, index);
    return line && { ...line, start: Math.max(line.start, startOffset) };
  };
  const sinceYield: YieldCounter = { units: 0 };
  const starts = new Int32Array(lineCount);
  // Joined at each yield, so that the last join has few parts.
  const joinedBlocks: string[] = [];
  let openBlock: string[] = [];
  let length = 0;
  for (let index = 0; index < lineCount; index++) {
    const { start = 0, end = 0 } = lineAfterBom(index) ?? {};
    const normalized = normalize(text.slice(start, end));
    starts[index] = length;
    openBlock.push(normalized);
    length += normalized.length + 1;
    if (!countTowardsYield(sinceYield, 1)) continue;
    joinedBlocks.push(openBlock.join('\n') + '\n');
    openBlock = [];
    yield;
  }
  if (openBlock.length > 0) joinedBlocks.push(openBlock.join('\n') + '\n');
  const lastLine = lineAfterBom(lineCount - 1);
  const addedEolAt = lastLine !== undefined && lastLine.end === lastLine.next ? length - 1 : undefined;
  return { text: joinedBlocks.join(''), starts, addedEolAt, lineOf: lineAfterBom };
}

/** A position in a normalized text. */
export interface Position {
  /** 0-based; the number of lines at the end of the text. */
  readonly line: number;
  /** Offset in the normalized line. */
  readonly column: number;
  /** Whether it is at the end of the normalized line. */
  readonly isAtLineEnd: boolean;
}

/** The position of an offset in the normalized text. */
export function positionAt({ starts, text }: NormalizedText, offset: number): Position {
  if (offset >= text.length) return { line: starts.length, column: 0, isAtLineEnd: false };
  const line = lineAt(starts, offset);
  return { line, column: offset - (starts[line] ?? 0), isAtLineEnd: text[offset] === '\n' };
}
