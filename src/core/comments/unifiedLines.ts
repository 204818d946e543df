// Maps lines of a unified diff to the lines of the two texts that it compares, and back.

import type { LineRange } from '../diff/diff.ts';
import type { CommentSide } from './lineComment.ts';
import { editorLinesOf } from '../text/text.ts';

/** Lines (1-based, inclusive) of one side. */
export interface SideLines {
  readonly side: CommentSide;
  readonly lines: LineRange;
}

/** Maximum number of lines of a diff that can be commented on, since mapping them takes time. */
const maxCommentableLines = 100_000;

/** Whether the lines of a unified diff can be commented on. */
export function isCommentable(diff: string): boolean {
  let at = -1;
  for (let lines = 1; lines <= maxCommentableLines; lines++) {
    at = diff.indexOf('\n', at + 1);
    if (at < 0) return true;
  }
  return false;
}

/** The lines of a unified diff, which may stand below other text. */
export class UnifiedLines {
  /** The line of each side, 1-based, by line of the diff; 0 for a line that the side does not have. */
  readonly #before: Uint32Array;
  readonly #after: Uint32Array;
  /** Lines of the hunks, 1-based, without their headers. */
  readonly hunks: readonly LineRange[];

  constructor(text: string) {
    const lines = editorLinesOf(text);
    this.#before = new Uint32Array(lines.length);
    this.#after = new Uint32Array(lines.length);
    const hunks: LineRange[] = [];
    for (let at = 0; at < lines.length; at++) {
      const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[at] ?? '');
      if (header === null) continue;
      const [before = 0, removed = 1, after = 0, added = 1] = header.slice(1).map((each) => each && Number(each));
      const end = this.#readHunk(
        lines,
        at + 1,
        { before: Number(before), after: Number(after) },
        Number(removed) + Number(added),
      );
      if (end > at + 1) hunks.push({ start: at + 2, end });
      at = end - 1;
    }
    this.hunks = hunks;
  }

  /** Reads a hunk. @param rest number of lines that its sides have together @returns the index behind it */
  #readHunk(lines: readonly string[], start: number, next: { before: number; after: number }, rest: number): number {
    let at = start;
    for (; rest > 0 && at < lines.length; at++) {
      const mark = lines[at]?.[0];
      if (mark === '\\') continue;
      if (mark !== '+' && mark !== '-' && mark !== ' ') break;
      if (mark !== '+') this.#before[at] = next.before++;
      if (mark !== '-') this.#after[at] = next.after++;
      rest -= mark === ' ' ? 2 : 1;
    }
    return at;
  }

  /** The lines of the new text, or of the old one where lines are removed and none added; undefined if there are none. */
  toSide({ start, end }: LineRange): SideLines | undefined {
    const [before, after] = [this.#before.subarray(start - 1, end), this.#after.subarray(start - 1, end)];
    const isRemoved = before.some((line, at) => line > 0 && after[at] === 0);
    const isAdded = after.some((line, at) => line > 0 && before[at] === 0);
    const side = isRemoved && !isAdded ? 'before' : 'after';
    const meant = (side === 'before' ? before : after).filter((line) => line > 0);
    const [first, last] = [meant.at(0), meant.at(-1)];
    return first === undefined || last === undefined ? undefined : { side, lines: { start: first, end: last } };
  }

  /** Where the diff has lines of a side; undefined if it has none of them. */
  toUnified({ side, lines }: SideLines): LineRange | undefined {
    const isMeant = (line: number): boolean => line > 0 && lines.start <= line && line <= lines.end;
    const numbers = side === 'before' ? this.#before : this.#after;
    const first = numbers.findIndex(isMeant);
    return first < 0 ? undefined : { start: first + 1, end: numbers.findLastIndex(isMeant) + 1 };
  }
}
