// Resolves a range of whole lines, given by numbers or patterns, and creates the edit that replaces or deletes it.
import type { LineRange } from '../diff/lineBlocks.ts';
import { ToolError, validationError } from '../wording/errors.ts';
import { wouldJoinCrLf } from './matches.ts';
import { adaptNewText } from './adaptNewText.ts';
import { noShift } from '../text/indentShift.ts';
import { endingBefore, lineAt, lineStarts, splitLines, type TextEdit } from '../text/text.ts';

/** A range of lines, each end by number (1-based, inclusive) or by literal text. Without an end it is one line. */
export interface RangeRequest {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** Text that must occur on exactly one line. */
  readonly startPattern?: string | undefined;
  /** Text that must occur on exactly one line after the start. */
  readonly endPattern?: string | undefined;
}

/** Maximum number of lines listed in an error. */
const maxListedLines = 20;

/**
 * Resolves a requested range.
 *
 * @param path display path of the file, for errors
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid request; `NO_MATCH`; `AMBIGUOUS_MATCH` with all matching lines
 */
export function resolveRange(text: string, request: RangeRequest, path = 'the file'): LineRange {
  const { startLine, endLine, startPattern, endPattern } = request;
  if (startLine !== undefined && startPattern !== undefined) throw conflictError('startLine and startPattern');
  if (endLine !== undefined && endPattern !== undefined) throw conflictError('endLine and endPattern');
  const source = { text, starts: lineStarts(text), path };
  const firstLine = startPattern === undefined ? startLine : findStartLine(source, startPattern);
  if (firstLine === undefined) {
    throw validationError('There is no first line. Send startLine or startPattern.');
  }
  if (endPattern === undefined) return checkRange(firstLine, endLine ?? firstLine, source);
  // This call only checks that the first line exists.
  checkRange(firstLine, firstLine, source);
  return { start: firstLine, end: findEndLine(source, endPattern, firstLine, startPattern) };
}

function conflictError(names: string): ToolError {
  return validationError(`${names} are both given. Send one of them.`);
}

/** A text with its `lineStarts`, and its path for errors. */
interface LineSource {
  readonly text: string;
  readonly starts: Int32Array;
  readonly path: string;
}

/** Returns the range. Throws VALIDATION_ERROR if it is not in the file. */
function checkRange(start: number, end: number, { starts, path }: LineSource): LineRange {
  const lineCount = starts.length - 1;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1) {
    throw validationError('startLine and endLine must be whole numbers, counted from 1. Correct them and call again.');
  }
  if (end < start) {
    throw validationError(
      `endLine ${end} is before the first line, ${start}. Send an endLine of ${start} or more; both lines are part of the range.`,
    );
  }
  if (end > lineCount) {
    throw validationError(
      `${path} has ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}, so ${start === end ? `line ${start} is` : `lines ${start}–${end} reach`} past its end. Read it again with redline_read_file.`,
    );
  }
  return { start, end };
}

function findStartLine(source: LineSource, pattern: string): number {
  checkPattern(pattern, 'startPattern');
  const matchingLines = findLineNumbers(source, pattern, 0);
  const [lineNumber] = matchingLines;
  if (lineNumber === undefined) throw noLineError('startPattern', source.path);
  if (matchingLines.length > 1) throw severalLinesError('startPattern', matchingLines, source.path);
  return lineNumber;
}

/** Searches the end pattern after the start pattern, or from the start of the first line if that is given by number. */
function findEndLine(source: LineSource, pattern: string, firstLine: number, startPattern: string | undefined): number {
  checkPattern(pattern, 'endPattern');
  const { text, starts, path } = source;
  const lineStart = starts[firstLine - 1] ?? 0;
  const from = startPattern === undefined ? lineStart : text.indexOf(startPattern, lineStart) + startPattern.length;
  const matchingLines = findLineNumbers(source, pattern, from);
  if (matchingLines.length > 1)
    throw severalLinesError('endPattern', matchingLines, `${path} ${afterStartText(firstLine, startPattern)}`);
  const [lineNumber] = matchingLines;
  if (lineNumber !== undefined) return lineNumber;
  // The patterns may overlap on the first line.
  const overlapping = text.indexOf(pattern, Math.max(lineStart, from - pattern.length));
  if (overlapping >= 0 && overlapping < from) return firstLine;
  const allMatchingLines = findLineNumbers(source, pattern, 0);
  if (allMatchingLines.length === 0) throw noLineError('endPattern', path);
  throw validationError(
    `endPattern does not occur in ${path} ${afterStartText(firstLine, startPattern)}, only on ${listLineNumbers(allMatchingLines)}. Send both ends in the order of the file.`,
  );
}

function afterStartText(firstLine: number, startPattern: string | undefined): string {
  return startPattern === undefined ? `from line ${firstLine}` : `after startPattern, which is on line ${firstLine}`;
}

function checkPattern(pattern: string, name: string): void {
  if (pattern !== '' && !/[\r\n]/.test(pattern)) return;
  throw validationError(`${name} must be part of one line and not empty. Correct it, or send line numbers.`);
}

/** The lines (1-based) on which a pattern occurs, from an offset on. */
function findLineNumbers({ text, starts }: LineSource, pattern: string, from: number): number[] {
  const lineNumbers: number[] = [];
  for (let offset = text.indexOf(pattern, from); offset >= 0;) {
    const index = lineAt(starts, offset);
    lineNumbers.push(index + 1);
    offset = text.indexOf(pattern, starts[index + 1] ?? text.length);
  }
  return lineNumbers;
}

function noLineError(name: string, path: string): ToolError {
  return new ToolError(
    'NO_MATCH',
    `${name} does not occur in ${path}. It is literal text; copy it from the file, or send line numbers.`,
  );
}

function severalLinesError(name: string, lineNumbers: readonly number[], where: string): ToolError {
  return new ToolError(
    'AMBIGUOUS_MATCH',
    `${name} occurs on ${lineNumbers.length} lines of ${where}: ${listLineNumbers(lineNumbers, '')}. Send more of the line you mean, or line numbers.`,
  );
}

/** A list such as "lines 3, 5"; an empty `noun` leaves the word out. */
function listLineNumbers(lines: readonly number[], noun = lines.length === 1 ? 'line ' : 'lines '): string {
  const rest = lines.length > maxListedLines ? ` and ${lines.length - maxListedLines} more` : '';
  return `${noun}${lines.slice(0, maxListedLines).join(', ')}${rest}`;
}

/** The text of the lines of a range, with their endings; `''` if the range is past the end. */
export function rangeText(text: string, range: LineRange): string {
  const lines = splitLines(text);
  return text.slice(lines[range.start - 1]?.start ?? text.length, lines[range.end - 1]?.next ?? text.length);
}

/** Whether the lines of a range are exactly the expected text, apart from the kind of line endings and a final one. */
export function hasLines(text: string, range: LineRange, expectedText: string): boolean {
  const normalize = (part: string): string => part.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  return normalize(rangeText(text, range)) === normalize(expectedText);
}

/**
 * Replaces whole lines by `newContent`, whose last line ending is optional (`'a'` and `'a\n'` are the same line).
 * Each new line gets the ending of the line that it replaces; the final newline stays present or absent as it was, unless
 * the last line becomes blank, which it cannot be without one.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an empty `newContent`, `NO_CHANGE`
 */
export function replaceLines(text: string, range: LineRange, newContent: string): TextEdit {
  if (newContent === '') {
    throw validationError(
      'newContent is empty. To remove the lines, use redline_delete_lines; for one blank line send "\\n".',
    );
  }
  const lines = splitLines(text);
  const [first, last] = [lines[range.start - 1], lines[range.end - 1]];
  if (first === undefined || last === undefined) throw new RangeError('lines out of range');
  const fileText = text.slice(first.start, last.end);
  const newText = newContent.replace(/(?:\r\n|\r|\n)$/, '');
  const eol = endingBefore(text, last.next) || endingBefore(text, first.start) || endingBefore(text, last.start);
  const isAboveLf = text[last.end] === '\n';
  const adaptation = { tier: 'line-endings', fileText, oldText: fileText, newText, eol, shift: noShift } as const;
  const adapted = adaptNewText({ ...adaptation, isAboveLf });
  if (adapted === fileText)
    throw new ToolError('NO_CHANGE', 'The lines already contain newContent. There is nothing to change.');
  // The only reason here is a lost line: nothing is guessed, since the old text is the file's.
  if (adapted === undefined)
    throw validationError(
      'A blank line of newContent would join a lone CR and an LF into one line ending. Send the whole file with redline_write_file.',
    );
  const needsEol = last.end === last.next && /(?:^|[\r\n])$/.test(newText);
  const finalEol = needsEol ? endingBefore(adapted, adapted.length) || eol || newContent.slice(newText.length) : '';
  return requireNoCrLfJoin(text, { start: first.start, end: last.end, text: adapted + finalEol });
}

/**
 * Deletes whole lines; the final newline stays present or absent as it was, unless a blank line becomes the last one.
 *
 * @throws ToolError VALIDATION_ERROR if a lone CR and an LF would be joined
 */
export function deleteLines(text: string, range: LineRange): TextEdit {
  const lines = splitLines(text);
  const [lineBefore, first, last] = [lines[range.start - 2], lines[range.start - 1], lines[range.end - 1]];
  if (first === undefined || last === undefined) throw new RangeError('lines out of range');
  // The last line has no ending, so the ending of the line before is removed with it; but a blank line keeps its own.
  const lacksEol = last.end === last.next && lineBefore !== undefined && lineBefore.end > lineBefore.start;
  return requireNoCrLfJoin(text, { start: lacksEol ? lineBefore.end : first.start, end: last.next, text: '' });
}

/**
 * Returns the edit.
 *
 * @throws ToolError VALIDATION_ERROR if it would join a lone CR and an LF into one line ending
 */
function requireNoCrLfJoin(text: string, edit: TextEdit): TextEdit {
  if (wouldJoinCrLf(text, edit)) {
    throw validationError(
      'The edit would join a lone CR and an LF into one line ending. Include the line before in the range.',
    );
  }
  return edit;
}
