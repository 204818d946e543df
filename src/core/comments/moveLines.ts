// Maps the lines of a comment from one text to another, by the diff of the texts.

import { compareLinesYielding, type LineRange } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { editorLinesOf } from '../text/text.ts';
import type { Yielding } from '../async/yielding.ts';
import type { LineFate } from './lineComment.ts';

/** The location of lines in the other text, and their status. */
export interface MovedLines {
  readonly lines: LineRange;
  readonly fate: LineFate;
}

/** Maps a range of lines (1-based, inclusive) to the other text. */
export type LineMover = (lines: LineRange) => MovedLines;

/**
 * Compares two texts, ignoring line endings, and maps line ranges (1-based, inclusive) from one to the other:
 * - `same`: all lines are there, adjacent;
 * - `changed`: some are there, or others replace them;
 * - `gone`: nothing replaces them, or only blank lines. Returns the line now at that position.
 */
export function* createLineMover(before: string, after: string): Yielding<LineMover> {
  const [beforeLines, afterLines] = [editorLinesOf(before), editorLinesOf(after)];
  // Every line gets an ending, so that the last one is compared like the others.
  const { blocks } = yield* compareLinesYielding(`${beforeLines.join('\n')}\n`, `${afterLines.join('\n')}\n`);
  const mapRange = (range: IndexRange): MovedRange => {
    const movedRange = moveRange(blocks, range);
    if (movedRange.fate === 'same') return movedRange;
    // The diff misses lines that were moved as a whole.
    const foundRange = findMovedLines(beforeLines.slice(range.start, range.end), beforeLines, afterLines);
    if (foundRange !== undefined) return { ...foundRange, fate: 'same' };
    // Lines that only blank ones replace are gone.
    const isBlanked = isBlankIn(afterLines, movedRange) && !isBlankIn(beforeLines, range);
    return isBlanked ? { ...movedRange, fate: 'gone' } : movedRange;
  };
  return (lines) => toMovedLines(mapRange(toRange(lines, beforeLines.length)), afterLines.length);
}

/** A range of lines, 0-based, `end` exclusive. */
interface IndexRange {
  readonly start: number;
  readonly end: number;
}

type MovedRange = IndexRange & { readonly fate: LineFate };

/** Converts lines (1-based, inclusive) to a range in a text; lines beyond the text become its nearest line. */
function toRange(lines: LineRange, lineCount: number): IndexRange {
  const start = Math.min(Math.max(lines.start, 1), lineCount) - 1;
  return { start, end: Math.min(Math.max(lines.end, start + 1), lineCount) };
}

function isBlankIn(lines: readonly string[], { start, end }: IndexRange): boolean {
  return lines.slice(start, end).every((line) => line.trim() === '');
}

/** Converts to 1-based, inclusive lines: for an empty range, the line at its position, or the last of the text. */
function toMovedLines({ start, end, fate }: MovedRange, lineCount: number): MovedLines {
  const first = Math.min(start, lineCount - 1) + 1;
  return { lines: { start: first, end: Math.max(first, end) }, fate };
}

function moveRange(blocks: readonly DiffBlock[], { start, end }: IndexRange): MovedRange {
  const isTouched = blocks.some(({ beforeStart, beforeEnd }) => {
    // An insertion at either end of the range leaves its lines adjacent.
    const isInsertion = beforeStart === beforeEnd;
    return isInsertion ? start < beforeStart && beforeStart < end : beforeStart < end && beforeEnd > start;
  });
  const first = movedStart(blocks, start);
  if (!isTouched) return { start: first, end: first + end - start, fate: 'same' };
  const last = movedEnd(blocks, end);
  return last > first ? { start: first, end: last, fate: 'changed' } : { start: first, end: first, fate: 'gone' };
}

/**
 * Maps a line to the other text. A replaced line maps to its counterpart if the replacement has as many lines, else to
 * its first line.
 */
function movedStart(blocks: readonly DiffBlock[], line: number): number {
  let shift = 0;
  for (const block of blocks) {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
    if (beforeStart > line) break;
    if (line < beforeEnd) return afterStart + (isLineByLine(block) ? line - beforeStart : 0);
    shift = afterEnd - beforeEnd;
  }
  return line + shift;
}

/** Maps the exclusive end of a range, as `movedStart`, but to the end of a replacement with another number of lines. */
function movedEnd(blocks: readonly DiffBlock[], end: number): number {
  let shift = 0;
  for (const block of blocks) {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
    if (beforeStart >= end) break;
    if (end <= beforeEnd) return isLineByLine(block) ? afterStart + end - beforeStart : afterEnd;
    shift = afterEnd - beforeEnd;
  }
  return end + shift;
}

/** Whether the replacement has as many lines, so that each line has a counterpart. */
function isLineByLine({ beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock): boolean {
  return beforeEnd - beforeStart === afterEnd - afterStart;
}

/**
 * New position of lines moved as a whole; undefined unless they occur exactly once in both texts. Undefined also for
 * lines without any letter or digit, such as braces, which are too common to be recognized.
 */
function findMovedLines(
  lines: readonly string[],
  before: readonly string[],
  after: readonly string[],
): IndexRange | undefined {
  if (!lines.some((line) => /[\p{L}\p{N}]/u.test(line))) return undefined;
  const [start, ...otherStarts] = findPositions(lines, after);
  if (start === undefined || otherStarts.length > 0) return undefined;
  const isUniqueBefore = findPositions(lines, before).length === 1;
  return isUniqueBefore ? { start, end: start + lines.length } : undefined;
}

/** Indices at which a text has the lines; at most two, which suffices to tell whether they are unique. */
function findPositions(lines: readonly string[], textLines: readonly string[]): number[] {
  const positions: number[] = [];
  const [first = ''] = lines;
  let start = textLines.indexOf(first);
  for (; start >= 0 && positions.length < 2; start = textLines.indexOf(first, start + 1))
    if (lines.every((line, index) => textLines[start + index] === line)) positions.push(start);
  return positions;
}
