// Splits a text into lines, searches sorted positions in it, and applies edits.
import { runSync, countTowardsYield, type Yielding } from '../async/yielding.ts';

/** A line ending: LF, CRLF or a lone CR. */
export type Eol = '\n' | '\r\n' | '\r';

/** The characters that end lines, as code points; also as UTF-16 units and as bytes of UTF-8. */
export const lineFeed = 10;
export const carriageReturn = 13;

/** A line as offsets in UTF-16 units: its text is `[start, end)`, its line ending `[end, next)`. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Replaces `[start, end)` (UTF-16 offsets in the text before the edit) by `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Splits a text into lines. LF, CRLF and lone CR all end a line, even if mixed, and an ending belongs to its line:
 * `'a\n'` is one line, `''` none, `'a\nb'` two.
 */
export function splitLines(text: string): Line[] {
  const starts = lineStarts(text);
  const lines: Line[] = [];
  for (let at = 1; at < starts.length; at++) lines.push(lineBetween(text, starts[at - 1] ?? 0, starts[at] ?? 0));
  return lines;
}

/** Splits a text into lines as the editor counts them: a final line ending begins another line. */
export function editorLinesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** A line (0-based) of a text with these `lineStarts`; undefined if there is no such line. */
export function lineOf(text: string, starts: Int32Array, line: number): Line | undefined {
  const [start, next] = [starts[line], starts[line + 1]];
  return start === undefined || next === undefined ? undefined : lineBetween(text, start, next);
}

function lineBetween(text: string, start: number, next: number): Line {
  return { start, end: next - endingBefore(text, next).length, next };
}

/** The lines of a text as strings, each with its ending. */
export function linesWithEndings(text: string): string[] {
  return splitLines(text).map(({ start, next }) => text.slice(start, next));
}

/** Offsets of the lines' starts and of the text's end: line n, with its ending, is `[starts[n], starts[n + 1])`. */
export function lineStarts(text: string): Int32Array {
  return text.includes('\r') ? startsAfterAnyEnding(text) : startsAfter('\n', text);
}

const startsByContent = new WeakMap<{ readonly text: string }, Int32Array>();

/** The `lineStarts` of an immutable content, cached. */
export function cachedLineStarts(content: { readonly text: string }): Int32Array {
  const starts = startsByContent.get(content) ?? lineStarts(content.text);
  startsByContent.set(content, starts);
  return starts;
}

/**
 * The line (0-based) at an offset. At the end of the text and past it, the number of lines.
 *
 * @param from the line at which the galloping search starts; must not be after the line at the offset
 */
export function lineAt(starts: Int32Array, offset: number, from = 0): number {
  const lastStart = starts.length - 1;
  let low = from;
  let high = from;
  for (let step = 1; high < lastStart && (starts[high + 1] ?? 0) <= offset; step *= 2) {
    low = high + 1;
    high = Math.min(lastStart, high + step);
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle + 1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The index of the first entry that passes; the list's length if no entry passes. Requires that every entry after a
 * passing one passes, too.
 */
export function firstIndex<T>(list: readonly T[], passes: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined || passes(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A text, or the bytes of one. */
interface Searchable<Unit> {
  readonly length: number;
  indexOf(unit: Unit, from?: number): number;
}

/** `lineStarts` for a text or bytes whose lines end with one given character or byte only. */
export function startsAfter<Unit>(terminator: Unit, text: Searchable<Unit>): Int32Array {
  const starts = createStarts(text);
  pushStarts(starts, terminator, text);
  return finishStarts(starts, text);
}

/** Separate from `startsAfter`, so that V8 can optimize this loop alone while it runs (on-stack replacement). */
function pushStarts<Unit>(starts: NumberList, terminator: Unit, text: Searchable<Unit>): void {
  for (let at = text.indexOf(terminator); at >= 0; at = text.indexOf(terminator, at + 1)) starts.push(at + 1);
}

function startsAfterAnyEnding(text: string): Int32Array {
  const starts = createStarts(text);
  let nextLf = text.indexOf('\n');
  let nextCr = text.indexOf('\r');
  while (nextLf >= 0 || nextCr >= 0) {
    const isCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
    const end = isCr ? nextCr : nextLf;
    const next = isCr && nextLf === end + 1 ? end + 2 : end + 1;
    starts.push(next);
    if (nextLf >= 0 && nextLf < next) nextLf = text.indexOf('\n', next);
    if (nextCr >= 0 && nextCr < next) nextCr = text.indexOf('\r', next);
  }
  return finishStarts(starts, text);
}

function createStarts(text: { readonly length: number }): NumberList {
  // A capacity for lines of 32 units; the list grows if they are shorter.
  const starts = new NumberList(text.length >> 5);
  starts.push(0);
  return starts;
}

/** Adds the end of the text, unless the last line ending already did. */
function finishStarts(starts: NumberList, text: { readonly length: number }): Int32Array {
  if (starts.last < text.length) starts.push(text.length);
  return starts.toArray();
}

/**
 * A growing list of 32-bit integers. Pushing 100,000 of them takes 1 ms; an array takes 2 to 8 ms in an extension host,
 * whose heap is large.
 */
export class NumberList {
  #numbers: Int32Array;
  #length = 0;

  /** @param initialCapacity number of integers that fit before the list grows for the first time */
  constructor(initialCapacity: number) {
    this.#numbers = new Int32Array(Math.max(initialCapacity, 2));
  }

  get length(): number {
    return this.#length;
  }

  /** The last number, 0 for an empty list. */
  get last(): number {
    return this.#numbers[this.#length - 1] ?? 0;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#numbers[this.#length++] = number;
  }

  #grow(): void {
    const numbers = new Int32Array(2 * this.#length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  /** A copy of the numbers. */
  toArray(): Int32Array {
    return this.#numbers.slice(0, this.#length);
  }
}

/** The line ending right before `next`, the start of the next line or the end of the text. */
export function endingBefore(text: string, next: number): Eol | '' {
  const lastUnit = text.charCodeAt(next - 1);
  if (lastUnit === lineFeed) return text.charCodeAt(next - 2) === carriageReturn ? '\r\n' : '\n';
  return lastUnit === carriageReturn ? '\r' : '';
}

/** Number of non-overlapping occurrences of a part, which must not be empty, in a text. */
export function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/**
 * Applies edits that are sorted by `start` and do not overlap.
 *
 * @throws RangeError for other edits
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return runSync(applyEditsYielding(text, edits));
}

/** Applies edits like `applyEdits`, but yields after every millisecond or two of work. */
export function* applyEditsYielding(text: string, edits: readonly TextEdit[]): Yielding<string> {
  const sinceYield = { units: 0 };
  const joinedParts: string[] = [];
  let pieces: string[] = [];
  let copiedTo = 0;
  for (const edit of edits) {
    if (edit.start < copiedTo || edit.end < edit.start) throw new RangeError('edits overlap or are not sorted');
    pieces.push(text.slice(copiedTo, edit.start), edit.text);
    copiedTo = edit.end;
    if (!countTowardsYield(sinceYield, 1)) continue;
    // Joined at each yield, so that the last join has few parts.
    joinedParts.push(pieces.join(''));
    pieces = [];
    yield;
  }
  return [...joinedParts, ...pieces, text.slice(copiedTo)].join('');
}
