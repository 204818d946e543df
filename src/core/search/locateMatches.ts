// Turns offsets of matches into lines, columns, snippets and context.
import { endingBefore, lineStarts, type Line } from '../text/text.ts';
import type { Span } from './regex/scanner.ts';
import { clipLine, snippetOf } from './snippet.ts';
import type { ContextLine, TextMatch } from './textSearch.ts';

/** Lines in order, such as an array of them. */
export interface Lines {
  readonly length: number;
  at(index: number): Line | undefined;
}

/** The lines of a text, computed on access. */
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
 * Turns offsets of matches into lines and columns, with a snippet of each match.
 *
 * @param firstLine the number of the first of `lines`
 * @param spans the matches, in order
 */
export function locateMatches(text: string, lines: Lines, firstLine: number, spans: readonly Span[]): TextMatch[] {
  let index = 0;
  return spans.map(({ start, end }) => {
    index = lineAt(lines, start, index);
    const last = lineAt(lines, end, index);
    const { start: lastStart, end: lastEnd, next } = lines.at(last) ?? { start: 0, end: 0, next: 0 };
    // A match that includes the last line's ending ends on the line after it.
    const isOnNextLine = end > lastEnd && end === next;
    const line = lines.at(index) ?? { start: 0, end: 0 };
    const column = start - line.start;
    return {
      line: firstLine + index,
      column,
      endLine: firstLine + last + (isOnNextLine ? 1 : 0),
      endColumn: isOnNextLine ? 0 : end - lastStart,
      ...snippetOf(text.slice(line.start, line.end), { start: column, end: Math.min(end, line.end) - line.start }),
    };
  });
}

/** The index of the line that holds an offset, searched from the line `from` on. */
function lineAt(lines: Lines, offset: number, from: number): number {
  let index = from;
  while (index < lines.length - 1 && offset >= (lines.at(index)?.next ?? 0)) index++;
  return index;
}

/** The lines of matches and `count` lines above and below each, every line once. */
export function contextOf(text: string, lines: Lines, matches: readonly TextMatch[], count: number): ContextLine[] {
  if (count === 0) return [];
  const context: ContextLine[] = [];
  let next = 1;
  for (const { line, endLine, endColumn } of matches) {
    // A match that ends with a line ending has no text on the next line.
    const lastMatched = endColumn === 0 && endLine > line ? endLine - 1 : endLine;
    const last = Math.min(lines.length, lastMatched + count);
    for (next = Math.max(next, line - count); next <= last; next++) {
      const { start, end } = lines.at(next - 1) ?? { start: 0, end: 0 };
      context.push({ line: next, text: clipLine(text.slice(start, end)) });
    }
  }
  return context;
}
