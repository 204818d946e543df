// Extracts pages, excerpts and parts of a text for an answer to a model, within limits.
import type { LineRange } from './lineBlocks.ts';
import { displayText } from '../text/encoding.ts';
import { lineStarts, splitLines } from '../text/text.ts';

/** Maximum length of a line in an answer, in UTF-16 units. */
export const maxLineChars = 2000;

/** A page of a text. */
export interface TextPage {
  readonly lines: readonly string[];
  /** 1-based and inclusive; `endLine = startLine - 1` for no lines. */
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  /** First line of the next page; undefined at the end of the text. */
  readonly nextStartLine: number | undefined;
  readonly stoppedBy: 'end' | 'maxLines' | 'maxBytes';
  /** Number of lines that were truncated at `maxLineChars`. */
  readonly cutLines: number;
  /** The first truncated line, and the UTF-16 units of it up to the cut. */
  readonly firstCut: { readonly line: number; readonly column: number } | undefined;
}

/**
 * Reads a page of a text: at most `maxLines` lines and about `maxBytes` bytes of UTF-8, but at least one line if the
 * text has a line `startLine`.
 *
 * @param startLine 1-based
 * @param column UTF-16 units to skip at the start of each line
 */
export function readPage(text: string, startLine: number, maxLines: number, maxBytes: number, column = 0): TextPage {
  const allLines = splitLines(text);
  const lines: string[] = [];
  let usedBytes = 0;
  let cutLines = 0;
  let firstCut: TextPage['firstCut'];
  let stoppedBy: TextPage['stoppedBy'] = 'end';
  for (const line of allLines.slice(startLine - 1)) {
    if (lines.length === maxLines) {
      stoppedBy = 'maxLines';
      break;
    }
    const wholeLine = text.slice(line.start, line.end);
    const visibleText = fromColumn(wholeLine, column);
    const displayed = truncateLine(visibleText);
    usedBytes += new TextEncoder().encode(displayed).length + 1;
    if (lines.length > 0 && usedBytes > maxBytes) {
      stoppedBy = 'maxBytes';
      break;
    }
    if (visibleText.length > maxLineChars) {
      cutLines++;
      const skippedUnits = wholeLine.length - visibleText.length;
      firstCut ??= { line: startLine + lines.length, column: skippedUnits + truncatedLength(visibleText) };
    }
    lines.push(displayed);
  }
  const endLine = startLine - 1 + lines.length;
  const nextStartLine = stoppedBy === 'end' ? undefined : endLine + 1;
  return { lines, startLine, endLine, totalLines: allLines.length, nextStartLine, stoppedBy, cutLines, firstCut };
}

/** The line without its first `column` UTF-16 units. Keeps both halves of a surrogate pair that this would split. */
export function fromColumn(line: string, column: number): string {
  return line.slice(column > 0 && isHighSurrogate(line.charCodeAt(column - 1)) ? column - 1 : column);
}

/** Truncates a line at `maxLineChars` units, and states the number of omitted units. */
function truncateLine(line: string): string {
  if (line.length <= maxLineChars) return displayText(line);
  const end = truncatedLength(line);
  return `${displayText(line.slice(0, end))} … [${line.length - end} more characters in this line]`;
}

/** The units that are kept of a line longer than `maxLineChars`, without splitting a surrogate pair. */
function truncatedLength(line: string): number {
  return isHighSurrogate(line.charCodeAt(maxLineChars - 1)) ? maxLineChars - 1 : maxLineChars;
}

/** Numbers lines like `cat -n`: the number in six columns, `→`, the text. */
export function numberLines(lines: readonly string[], startLine: number): string {
  return lines.map((line, index) => `${String(startLine + index).padStart(6)}→${line}`).join('\n');
}

/** Lines of context, and maximum number of lines, of an excerpt. */
const excerptDefaults = { context: 5, maxLines: 120 };

/**
 * Excerpts ranges of lines with `context` lines around each, numbered, with `…` between ranges that do not touch.
 * Beyond `maxLines` lines, states how many are omitted.
 */
export function excerptAround(
  text: string,
  ranges: readonly LineRange[],
  context = excerptDefaults.context,
  maxLines = excerptDefaults.maxLines,
): string {
  const starts = lineStarts(text);
  const requestedRanges = withContext(ranges, context, starts.length - 1);
  const excerptRanges = firstLines(requestedRanges, maxLines);
  const parts = excerptRanges.map(({ start, end }) => {
    const part = text.slice(starts[start - 1], starts[end]);
    const lines = splitLines(part).map((line) => truncateLine(part.slice(line.start, line.end)));
    return numberLines(lines, start);
  });
  const omittedLines = countLines(requestedRanges) - countLines(excerptRanges);
  if (omittedLines > 0) parts.push(`… ${omittedLines} more lines around changes; read them with redline_read_file`);
  return parts.join('\n…\n');
}

/** The ranges of lines that `excerptAround` with these arguments shows of a text of `total` lines. */
export function shownRanges(
  ranges: readonly LineRange[],
  total: number,
  context = excerptDefaults.context,
  maxLines = excerptDefaults.maxLines,
): LineRange[] {
  return firstLines(withContext(ranges, context, total), maxLines);
}

/** The first `maxLines` lines of ranges. */
function firstLines(ranges: readonly LineRange[], maxLines: number): LineRange[] {
  let remaining = maxLines;
  return ranges.flatMap(({ start, end }) => {
    const last = Math.min(end, start - 1 + remaining);
    if (last < start) return [];
    remaining -= last - start + 1;
    return [{ start, end: last }];
  });
}

function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((count, { start, end }) => count + end - start + 1, 0);
}

/** Widens ranges by `context` lines on both sides and joins those that touch. */
function withContext(ranges: readonly LineRange[], context: number, total: number): LineRange[] {
  const widenedRanges: { start: number; end: number }[] = [];
  for (const range of ranges) {
    const start = Math.max(1, range.start - context);
    const end = Math.min(total, Math.max(range.end, range.start - 1) + context);
    const previousRange = widenedRanges.at(-1);
    if (previousRange !== undefined && start <= previousRange.end + 1)
      previousRange.end = Math.max(previousRange.end, end);
    else if (end >= start) widenedRanges.push({ start, end });
  }
  return widenedRanges;
}

/** Splits a text into parts of at most `maxPartChars` UTF-16 units, if possible at a line ending in the second half. */
export function splitIntoParts(text: string, maxPartChars = 8000): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > maxPartChars) {
    const newline = text.lastIndexOf('\n', start + maxPartChars - 1);
    let end = newline >= start + maxPartChars / 2 ? newline + 1 : start + maxPartChars;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  parts.push(text.slice(start));
  return parts;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
