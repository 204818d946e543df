import { NumberList } from './numberList.ts';
import { atOnce, shouldYield, type Yielding } from '../async/yielding.ts';

/** A line ending: LF, CRLF or a lone CR. */
export type Eol = '\n' | '\r\n' | '\r';

/** One line of a text, as offsets in UTF-16 units: the text is `[start, end)`, the ending `[end, next)`. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Replaces `[start, end)` of a text (UTF-16 offsets in the text before) by `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The lines of a text. An ending closes its line: `'a\n'` is one line, `''` is none, `'a\nb'` are two. LF, CRLF and
 * lone CR all end a line, also mixed in one text.
 */
export function splitLines(text: string): Line[] {
  const starts = lineStarts(text);
  const lines: Line[] = [];
  for (let at = 1; at < starts.length; at++) {
    const [start, next] = [starts[at - 1] ?? 0, starts[at] ?? 0];
    lines.push({ start, end: next - endingBefore(text, next).length, next });
  }
  return lines;
}

/**
 * Where the lines of `splitLines` begin, as numbers alone: line n is `[starts[n], starts[n + 1])`, its ending included, so
 * that there is one number more than there are lines.
 */
export function lineStarts(text: string): Int32Array {
  return text.includes('\r') ? startsAmongReturns(text) : startsAfter('\n', text);
}

/** A text, or the bytes of one. */
interface Indexed<Unit> {
  readonly length: number;
  indexOf(unit: Unit, from?: number): number;
}

/** The same for lines that end at one character only, in a text or in bytes. */
export function startsAfter<Unit>(end: Unit, text: Indexed<Unit>): Int32Array {
  const starts = newStarts(text);
  pushStarts(starts, end, text);
  return withEnd(starts, text);
}

/** A loop alone: code behind it would be new to an optimizer that takes the loop over while it runs, and end its work. */
function pushStarts<Unit>(starts: NumberList, end: Unit, text: Indexed<Unit>): void {
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) starts.push(at + 1);
}

function startsAmongReturns(text: string): Int32Array {
  const starts = newStarts(text);
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  while (feed >= 0 || carriage >= 0) {
    const isCarriage = carriage >= 0 && (feed < 0 || carriage < feed);
    const end = isCarriage ? carriage : feed;
    const next = isCarriage && feed === end + 1 ? end + 2 : end + 1;
    starts.push(next);
    if (feed >= 0 && feed < next) feed = text.indexOf('\n', next);
    if (carriage >= 0 && carriage < next) carriage = text.indexOf('\r', next);
  }
  return withEnd(starts, text);
}

function newStarts(text: { readonly length: number }): NumberList {
  const starts = new NumberList(text.length >> 5);
  starts.push(0);
  return starts;
}

function withEnd(starts: NumberList, text: { readonly length: number }): Int32Array {
  if (starts.last < text.length) starts.push(text.length);
  return starts.toArray();
}

/** The ending of the line that stands right before `next`, where another line begins or the text ends. */
export function endingBefore(text: string, next: number): Eol | '' {
  const last = text.charCodeAt(next - 1);
  if (last === 10) return text.charCodeAt(next - 2) === 13 ? '\r\n' : '\n';
  return last === 13 ? '\r' : '';
}

/** How often each ending occurs in a text. */
export function countEols(text: string): Readonly<Record<Eol, number>> {
  const counts: Record<Eol, number> = { '\n': 0, '\r\n': 0, '\r': 0 };
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) counts['\n']++;
    return counts;
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) counts['\n']++;
    else if (unit === 13 && text.charCodeAt(at + 1) === 10) {
      counts['\r\n']++;
      at++;
    } else if (unit === 13) counts['\r']++;
  }
  return counts;
}

/** The ending that a text uses most; LF wins a draw, and is the answer for a text of one line. */
export function dominantEol(text: string): Eol {
  const counts = countEols(text);
  if (counts['\r\n'] > counts['\n'] && counts['\r\n'] >= counts['\r']) return '\r\n';
  return counts['\r'] > counts['\n'] ? '\r' : '\n';
}

/** The same text with every ending made `eol`. */
export function withEol(text: string, eol: Eol): string {
  return text.replace(/\r\n|\r|\n/g, eol);
}

/** Applies edits that are sorted by `start` and do not overlap. Replacement text is taken literally. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return atOnce(applyEditsInTurns(text, edits));
}

/** The same in turns. */
export function* applyEditsInTurns(text: string, edits: readonly TextEdit[]): Yielding<string> {
  const turn = { lines: 0 };
  const parts: string[] = [];
  let pieces: string[] = [];
  let done = 0;
  for (const edit of edits) {
    if (edit.start < done || edit.end < edit.start) throw new RangeError('edits overlap or are not sorted');
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
    if (!shouldYield(turn, 1)) continue;
    // Joined bit by bit, so that nobody has to join them all at once later.
    parts.push(pieces.join(''));
    pieces = [];
    yield;
  }
  return [...parts, ...pieces, text.slice(done)].join('');
}
