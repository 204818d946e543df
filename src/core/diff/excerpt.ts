import type { LineRange } from './diff.ts';
import { displayText } from '../text/encoding.ts';
import { lineStarts, splitLines } from '../text/text.ts';

/** Most UTF-16 units of a line that an answer shows. */
export const longestLine = 2000;

/** A part of a text: lines `startLine` to `endLine` (1-based, inclusive; `endLine = startLine - 1` where there are none). */
export interface TextPage {
  readonly lines: readonly string[];
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  /** Where the next page begins; undefined at the end. */
  readonly nextStartLine: number | undefined;
  readonly stoppedBy: 'end' | 'maxLines' | 'maxBytes';
  /** How many of these lines were cut at `longestLine`, and the number of the first of them. */
  readonly cutLines: number;
  readonly firstCut: number | undefined;
}

/**
 * The lines from `startLine` on, at most `maxLines` of them and about `maxBytes` bytes of UTF-8; at least one line.
 *
 * @param column UTF-16 units that are left out at the beginning of each line
 */
export function pageOf(text: string, startLine: number, maxLines: number, maxBytes: number, column = 0): TextPage {
  const all = splitLines(text);
  const lines: string[] = [];
  let bytes = 0;
  let cutLines = 0;
  let firstCut: number | undefined;
  let stoppedBy: TextPage['stoppedBy'] = 'end';
  for (const line of all.slice(startLine - 1)) {
    const rest = fromColumn(text.slice(line.start, line.end), column);
    const shown = cutLine(rest);
    bytes += new TextEncoder().encode(shown).length + 1;
    if (lines.length === maxLines) stoppedBy = 'maxLines';
    else if (lines.length > 0 && bytes > maxBytes) stoppedBy = 'maxBytes';
    if (stoppedBy !== 'end') break;
    if (rest.length > longestLine) {
      cutLines++;
      firstCut ??= startLine + lines.length;
    }
    lines.push(shown);
  }
  const endLine = startLine - 1 + lines.length;
  const nextStartLine = stoppedBy === 'end' ? undefined : endLine + 1;
  return { lines, startLine, endLine, totalLines: all.length, nextStartLine, stoppedBy, cutLines, firstCut };
}

/** A line without its first units; half a surrogate pair goes with the other. */
export function fromColumn(line: string, column: number): string {
  return line.slice(column > 0 && isHighSurrogate(line.charCodeAt(column - 1)) ? column - 1 : column);
}

/** A line as an answer shows it: at most `longestLine` units, with the length of what was cut. */
function cutLine(line: string): string {
  if (line.length <= longestLine) return displayText(line);
  const end = isHighSurrogate(line.charCodeAt(longestLine - 1)) ? longestLine - 1 : longestLine;
  return `${displayText(line.slice(0, end))} … [${line.length - end} more characters in this line]`;
}

/** Lines as `cat -n` numbers them: the number in six columns, `→`, the text. */
export function numbered(lines: readonly string[], startLine: number): string {
  return lines.map((line, index) => `${String(startLine + index).padStart(6)}→${line}`).join('\n');
}

/**
 * The lines of some ranges with `context` lines around each, numbered; ranges that touch are shown as one, and `…` stands
 * between those that do not. After `mostLines` lines it says how many more there are.
 */
export function excerptAround(text: string, ranges: readonly LineRange[], context = 5, mostLines = 120): string {
  const starts = lineStarts(text);
  const parts: string[] = [];
  let shown = 0;
  let left = 0;
  for (const { start, end } of joined(ranges, context, starts.length - 1)) {
    const room = Math.max(0, mostLines - shown);
    const until = Math.min(end, start - 1 + room);
    left += end - until;
    if (until < start) continue;
    shown += until - start + 1;
    const part = splitLines(text.slice(starts[start - 1], starts[until]));
    const from = starts[start - 1] ?? 0;
    parts.push(
      numbered(
        part.map((line) => cutLine(text.slice(from + line.start, from + line.end))),
        start,
      ),
    );
  }
  if (left > 0) parts.push(`… ${left} more lines around changes; read them with redline_read_file`);
  return parts.join('\n…\n');
}

function joined(ranges: readonly LineRange[], context: number, total: number): LineRange[] {
  const wide: { start: number; end: number }[] = [];
  for (const range of ranges) {
    const start = Math.max(1, range.start - context);
    const end = Math.min(total, Math.max(range.end, range.start - 1) + context);
    const last = wide.at(-1);
    if (last !== undefined && start <= last.end + 1) last.end = Math.max(last.end, end);
    else if (end >= start) wide.push({ start, end });
  }
  return wide;
}

/** A text in parts of at most `most` UTF-16 units that join to it again; cut behind a line ending where there is one. */
export function splitParts(text: string, most = 8000): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > most) {
    const newline = text.lastIndexOf('\n', start + most - 1);
    let end = newline >= start + most / 2 ? newline + 1 : start + most;
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
