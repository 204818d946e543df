// Converts offsets of matches to lines, columns, snippets and context.
import { lineAt, lineOf, type Line } from '../text/text.ts';
import type { MatchSpan } from './regex/scanner.ts';
import { clipLine, extractSnippet } from './snippet.ts';
import type { ContextLine, TextMatch } from './textSearch.ts';

const noLine: Line = { start: 0, end: 0, next: 0 };

/**
 * Converts offsets of matches to lines and columns, with a snippet of each match.
 *
 * @param starts the `lineStarts` of the text
 * @param firstLine the number of the text's first line
 * @param spans the matches, in order
 */
export function locateMatches(
  text: string,
  starts: Int32Array,
  firstLine: number,
  spans: readonly MatchSpan[],
): TextMatch[] {
  const lastLine = Math.max(0, starts.length - 2);
  let index = 0;
  return spans.map(({ start, end }) => {
    index = Math.min(lineAt(starts, start, index), lastLine);
    const lastIndex = Math.min(lineAt(starts, end, index), lastLine);
    const { start: lastStart, end: lastEnd, next } = lineOf(text, starts, lastIndex) ?? noLine;
    // A match that includes the last line's ending ends on the line after it.
    const isOnNextLine = end > lastEnd && end === next;
    const line = lineOf(text, starts, index) ?? noLine;
    const column = start - line.start;
    return {
      line: firstLine + index,
      column,
      endLine: firstLine + lastIndex + (isOnNextLine ? 1 : 0),
      endColumn: isOnNextLine ? 0 : end - lastStart,
      ...extractSnippet(text.slice(line.start, line.end), { start: column, end: Math.min(end, line.end) - line.start }),
    };
  });
}

/** The lines of matches and `contextLines` lines above and below each, without duplicates. */
export function contextLinesOf(
  text: string,
  starts: Int32Array,
  matches: readonly TextMatch[],
  contextLines: number,
): ContextLine[] {
  if (contextLines === 0) return [];
  const context: ContextLine[] = [];
  let next = 1;
  for (const { line, endLine, endColumn } of matches) {
    // A match that ends with a line ending has no text on the next line.
    const lastMatched = endColumn === 0 && endLine > line ? endLine - 1 : endLine;
    const last = Math.min(starts.length - 1, lastMatched + contextLines);
    for (next = Math.max(next, line - contextLines); next <= last; next++) {
      const { start, end } = lineOf(text, starts, next - 1) ?? noLine;
      context.push({ line: next, text: clipLine(text.slice(start, end)) });
    }
  }
  return context;
}
