// Maps lines of a unified diff to the lines of the two texts that it compares, and back, for comments on such a diff.

import type { LineRange } from '../diff/lineBlocks.ts';
import type { CommentSide } from './lineComment.ts';
import { editorLinesOf } from '../text/text.ts';

/** Lines (1-based, inclusive) of one side. */
export interface SideLines {
  readonly side: CommentSide;
  readonly lines: LineRange;
}

/** Maximum number of lines of a diff that can be commented on, since mapping them blocks the event loop. */
const maxCommentableLines = 100_000;

/** Whether the lines of a unified diff can be commented on. */
export function isCommentable(diff: string): boolean {
  let lineEnd = -1;
  for (let lineCount = 1; lineCount <= maxCommentableLines; lineCount++) {
    lineEnd = diff.indexOf('\n', lineEnd + 1);
    if (lineEnd < 0) return true;
  }
  return false;
}

/** Maps the lines of a unified diff to the lines of its two texts, and back. */
export class UnifiedLines {
  /** Lines of the old text (1-based) by line of the diff (0-based); 0 if the old text does not have the line. */
  readonly #beforeLines: Uint32Array;
  /** The same for the new text. */
  readonly #afterLines: Uint32Array;
  /** The lines of the diff that each hunk has below its header, 1-based; hunks without lines are omitted. */
  readonly hunks: readonly LineRange[];

  /** @param text the diff, which may follow other text; check `isCommentable` first */
  constructor(text: string) {
    const lines = editorLinesOf(text);
    this.#beforeLines = new Uint32Array(lines.length);
    this.#afterLines = new Uint32Array(lines.length);
    const hunks: LineRange[] = [];
    for (let index = 0; index < lines.length;) {
      const header = parseHunkHeader(lines[index++] ?? '');
      if (header === undefined) continue;
      const end = this.#readHunk(lines, index, header);
      // 1-based and inclusive: from the line below the header to the last one before the index `end`.
      if (end > index) hunks.push({ start: index + 1, end });
      index = end;
    }
    this.hunks = hunks;
  }

  /** Maps the lines of a hunk, from the index `start`. @returns the index after them */
  #readHunk(lines: readonly string[], start: number, { beforeStart, afterStart, sideLineCount }: HunkHeader): number {
    let beforeLine = beforeStart;
    let afterLine = afterStart;
    let remainingCount = sideLineCount;
    let index = start;
    for (; remainingCount > 0 && index < lines.length; index++) {
      const mark = lines[index]?.[0];
      // `\ No newline at end of file` belongs to neither text.
      if (mark === '\\') continue;
      if (mark !== '+' && mark !== '-' && mark !== ' ') break;
      if (mark !== '+') this.#beforeLines[index] = beforeLine++;
      if (mark !== '-') this.#afterLines[index] = afterLine++;
      remainingCount -= mark === ' ' ? 2 : 1;
    }
    return index;
  }

  /**
   * Maps lines of the diff to one of the texts: to the old text if they only remove lines, else to the new text.
   * Undefined if they have no line of that text.
   */
  sideLinesOf({ start, end }: LineRange): SideLines | undefined {
    const [before, after] = [this.#beforeLines.subarray(start - 1, end), this.#afterLines.subarray(start - 1, end)];
    const hasRemoved = before.some((line, index) => line > 0 && after[index] === 0);
    const hasAdded = after.some((line, index) => line > 0 && before[index] === 0);
    const side = hasRemoved && !hasAdded ? 'before' : 'after';
    const sideLines = (side === 'before' ? before : after).filter((line) => line > 0);
    const [first, last] = [sideLines.at(0), sideLines.at(-1)];
    return first === undefined || last === undefined ? undefined : { side, lines: { start: first, end: last } };
  }

  /** Maps lines of a text to lines of the diff; undefined if the diff has none of them. */
  diffLinesOf({ side, lines }: SideLines): LineRange | undefined {
    const isInRange = (line: number): boolean => line > 0 && lines.start <= line && line <= lines.end;
    const sideLines = side === 'before' ? this.#beforeLines : this.#afterLines;
    const first = sideLines.findIndex(isInRange);
    return first < 0 ? undefined : { start: first + 1, end: sideLines.findLastIndex(isInRange) + 1 };
  }
}

interface HunkHeader {
  /** First line of each side, 1-based. */
  readonly beforeStart: number;
  readonly afterStart: number;
  /** Number of lines of both sides together: a line of context counts twice. */
  readonly sideLineCount: number;
}

function parseHunkHeader(line: string): HunkHeader | undefined {
  const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  if (match === null) return undefined;
  const [, beforeStart, beforeCount = '1', afterStart, afterCount = '1'] = match;
  return {
    beforeStart: Number(beforeStart),
    afterStart: Number(afterStart),
    sideLineCount: Number(beforeCount) + Number(afterCount),
  };
}
