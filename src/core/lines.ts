import type { LineRange } from './diff.ts';
import { ToolError } from './errors.ts';
import { lineAt } from './lineBlocks.ts';
import { transplant } from './replace/transplant.ts';
import { noShift } from './indentShift.ts';
import { lineStarts, splitLines, type TextEdit } from './text.ts';

/**
 * Which lines are meant: by number (1-based, inclusive; without `endLine` one line), or by literal text that must stand
 * on exactly one line of the whole text (without `endPattern` one line).
 */
export interface RangeWish {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly startPattern?: string | undefined;
  readonly endPattern?: string | undefined;
}

const mostNamed = 20;

/**
 * The lines that are meant. Throws `VALIDATION_ERROR` (no start, both kinds mixed, past the end, end before start, an
 * empty pattern or one of several lines), `NO_MATCH`, and `AMBIGUOUS_MATCH` with all lines a pattern stands on.
 */
export function resolveRange(text: string, wish: RangeWish, path = 'the file'): LineRange {
  const { startLine, endLine, startPattern, endPattern } = wish;
  const byNumber = startLine !== undefined || endLine !== undefined;
  if (byNumber && (startPattern !== undefined || endPattern !== undefined)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      'Lines are given by number and by pattern. Send startLine and endLine, or startPattern and endPattern.',
    );
  }
  const starts = lineStarts(text);
  if (startLine !== undefined) return checkRange(startLine, endLine ?? startLine, starts.length - 1, path);
  if (startPattern === undefined) {
    throw new ToolError(
      'VALIDATION_ERROR',
      'No first line is given. Send startLine and endLine, or startPattern and endPattern.',
    );
  }
  const start = lineOfPattern(text, starts, startPattern, 'startPattern', path);
  const end = endPattern === undefined ? start : lineOfPattern(text, starts, endPattern, 'endPattern', path);
  if (end < start) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `endPattern stands on line ${end} of ${path}, before startPattern on line ${start}. Send them in the order of the file.`,
    );
  }
  return { start, end };
}

function checkRange(start: number, end: number, total: number, path: string): LineRange {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1) {
    throw new ToolError('VALIDATION_ERROR', 'startLine and endLine are whole numbers from 1 on.');
  }
  if (end < start) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `endLine ${end} is before startLine ${start}. Both ends are part of the range.`,
    );
  }
  if (end > total) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `${path} has ${total} ${total === 1 ? 'line' : 'lines'}, so lines ${start}-${end} reach past its end. Read it again with redline_read_file.`,
    );
  }
  return { start, end };
}

function lineOfPattern(text: string, starts: Int32Array, pattern: string, name: string, path: string): number {
  if (pattern === '' || /[\r\n]/.test(pattern)) {
    throw new ToolError('VALIDATION_ERROR', `${name} must be a part of one line, and not empty.`);
  }
  const found: number[] = [];
  for (let at = text.indexOf(pattern); at >= 0;) {
    const index = lineAt(starts, at);
    found.push(index + 1);
    at = text.indexOf(pattern, starts[index + 1] ?? text.length);
  }
  const [only] = found;
  if (only === undefined) {
    throw new ToolError(
      'NO_MATCH',
      `${name} stands on no line of ${path}. It is literal text; copy it from the file, or send line numbers.`,
    );
  }
  if (found.length > 1) {
    const rest = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
    throw new ToolError(
      'AMBIGUOUS_MATCH',
      `${name} stands on ${found.length} lines of ${path}: ${found.slice(0, mostNamed).join(', ')}${rest}. Send more of the line you mean, or line numbers.`,
    );
  }
  return only;
}

/** The text of the lines, with their endings. */
export function rangeText(text: string, range: LineRange): string {
  const lines = splitLines(text);
  return text.slice(lines[range.start - 1]?.start ?? text.length, lines[range.end - 1]?.next ?? text.length);
}

/** Whether the lines hold just this text; how lines end, and whether the last one does, makes no difference. */
export function holdsLines(text: string, range: LineRange, expected: string): boolean {
  const plain = (part: string): string => part.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  return plain(rangeText(text, range)) === plain(expected);
}

/**
 * The edit that puts `newContent` in the place of whole lines. One line ending at the end of `newContent` is optional
 * and says nothing (`'a'` and `'a\n'` are the same line; `'\n'` is one blank line). Each line takes the ending of the
 * line whose place it takes, more lines that of the last; whether the text ends with an ending does not change.
 * Throws `VALIDATION_ERROR` for an empty `newContent`, since removing lines is another wish, and `NO_CHANGE`.
 */
export function replaceLines(text: string, range: LineRange, newContent: string): TextEdit {
  if (newContent === '') {
    throw new ToolError(
      'VALIDATION_ERROR',
      'newContent is empty. To remove the lines, use redline_delete_lines; for one blank line send "\\n".',
    );
  }
  const lines = splitLines(text);
  const [first, last] = [lines[range.start - 1], lines[range.end - 1]];
  if (first === undefined || last === undefined) throw new RangeError('lines out of range');
  const own = text.slice(first.start, last.end);
  const fresh = newContent.replace(/(?:\r\n|\r|\n)$/, '');
  const eol = [last, lines[range.start - 2]].map((line) => line && text.slice(line.end, line.next)).find(Boolean) ?? '';
  const grafted = transplant({ tier: 'line-endings', own, old: own, fresh, eol, shift: noShift });
  if (grafted === own)
    throw new ToolError('NO_CHANGE', 'The lines hold newContent already. Nothing needs to be changed.');
  if (grafted === undefined) throw new RangeError('lines that were not sent cannot be in doubt');
  return checkSeam(text, { start: first.start, end: last.end, text: grafted });
}

/** The edit that removes whole lines. A text without an ending at its end stays one without. */
export function deleteLines(text: string, range: LineRange): TextEdit {
  const lines = splitLines(text);
  const [before, first, last] = [lines[range.start - 2], lines[range.start - 1], lines[range.end - 1]];
  if (first === undefined || last === undefined) throw new RangeError('lines out of range');
  const unended = last.end === last.next && before !== undefined;
  return checkSeam(text, { start: unended ? before.end : first.start, end: last.next, text: '' });
}

/** Where a lone CR would come to stand before an LF, two line endings would become one. */
function checkSeam(text: string, edit: TextEdit): TextEdit {
  if (text[edit.start - 1] === '\r' && (edit.text === '' ? text[edit.end] : edit.text[0]) === '\n') {
    throw new ToolError(
      'VALIDATION_ERROR',
      'The lines stand between a lone CR and an LF, which would become one line ending. Include the line before in the range.',
    );
  }
  return edit;
}
