import { endingBefore, lineStarts, type Line } from '../text/text.ts';
import type { Span } from './regex/scanner.ts';
import { clipLine, snippetOf } from './snippet.ts';
import type { ContextLine, TextMatch } from './textSearch.ts';

/** Lines in order, such as an array of them. */
export interface Lines {
  readonly length: number;
  at(index: number): Line | undefined;
}

/** The lines of a text without all of them in memory. */
export function linesOf(text: string): Lines {
  const starts = lineStarts(text);
  return {
    length: starts.length - 1,
    at: (index) => {
      const [start, next] = [starts[index], starts[index + 1]];
      if (start === undefined || next === undefined) return undefined;
      return { start, end: next - endingBefore(text, next).length, next };
    },
  };
}

/**
 * Says of spans of a text on which lines they are, with what to show of them.
 *
 * @param lines the lines of the text, as `linesOf` gives them
 * @param firstLine the number of the first of them
 * @param spans in order
 */
export function locateMatches(text: string, lines: Lines, firstLine: number, spans: readonly Span[]): TextMatch[] {
  let index = 0;
  return spans.map(({ start, end }) => {
    index = lineAt(lines, start, index);
    const last = lineAt(lines, end, index);
    const { start: lastStart, end: lastEnd, next } = lines.at(last) ?? { start: 0, end: 0, next: 0 };
    // Behind the ending of the last line that is known there is a next one.
    const isBehind = end > lastEnd && end === next;
    const line = lines.at(index) ?? { start: 0, end: 0 };
    const column = start - line.start;
    return {
      line: firstLine + index,
      column,
      endLine: firstLine + last + (isBehind ? 1 : 0),
      endColumn: isBehind ? 0 : end - lastStart,
      ...snippetOf(text.slice(line.start, line.end), { start: column, end: Math.min(end, line.end) - line.start }),
    };
  });
}

/** The line that holds an offset; what is behind a line's ending belongs to the next line, if there is one. */
function lineAt(lines: Lines, offset: number, from: number): number {
  let index = from;
  while (index < lines.length - 1 && offset >= (lines.at(index)?.next ?? 0)) index++;
  return index;
}

/** The lines of matches and `count` lines before and after each, every line once. */
export function contextOf(text: string, lines: Lines, matches: readonly TextMatch[], count: number): ContextLine[] {
  if (count === 0) return [];
  const context: ContextLine[] = [];
  let next = 1;
  for (const { line, endLine, endColumn } of matches) {
    // A match that ends with a line's ending is on no other line.
    const own = endColumn === 0 && endLine > line ? endLine - 1 : endLine;
    const last = Math.min(lines.length, own + count);
    for (next = Math.max(next, line - count); next <= last; next++) {
      const { start, end } = lines.at(next - 1) ?? { start: 0, end: 0 };
      context.push({ line: next, text: clipLine(text.slice(start, end)) });
    }
  }
  return context;
}
