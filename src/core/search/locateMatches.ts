// Converts offsets of matches to lines, columns and snippets, and finds the lines around matches (context).
import { lineAt, lineOf, type Line } from '../text/text.ts';
import type { MatchSpan } from './regex/scanner.ts';
import { clipLine, extractSnippet } from './snippet.ts';
import type { ContextLine, TextMatch } from './textSearch.ts';

/** In place of the line of a match in an empty text, which has no lines. */
const noLine: Line = { start: 0, end: 0, next: 0 };

/**
 * Gives each match its lines (numbered from `firstLine`), columns (0-based, in UTF-16 units) and a snippet.
 *
 * @param starts the `lineStarts` of the text: one entry for each line, then the text's length
 * @param firstLine the number of the text's first line
 * @param spans the matches, in order
 */
export function locateMatches(
  text: string,
  starts: Int32Array,
  firstLine: number,
  spans: readonly MatchSpan[],
): TextMatch[] {
  const lastLineIndex = Math.max(0, starts.length - 2);
  // Kept between matches, so that each search for a line starts at the previous one.
  let lineIndex = 0;
  return spans.map(({ start, end }) => {
    lineIndex = Math.min(lineAt(starts, start, lineIndex), lastLineIndex);
    const endLineIndex = Math.min(lineAt(starts, end, lineIndex), lastLineIndex);
    const line = lineOf(text, starts, lineIndex) ?? noLine;
    const endLine = lineOf(text, starts, endLineIndex) ?? noLine;
    // A match that includes the text's last line ending ends on the line after it, which `starts` does not have.
    const endsAfterLastLine = end > endLine.end && end === endLine.next;
    const column = start - line.start;
    return {
      line: firstLine + lineIndex,
      column,
      endLine: firstLine + endLineIndex + (endsAfterLastLine ? 1 : 0),
      endColumn: endsAfterLastLine ? 0 : end - endLine.start,
      ...extractSnippet(text.slice(line.start, line.end), { start: column, end: Math.min(end, line.end) - line.start }),
    };
  });
}

/**
 * The lines of matches and `contextLines` lines above and below each, without duplicates.
 *
 * @param starts the `lineStarts` of the text
 * @param matches located with `firstLine` 1, in order
 */
export function contextLinesOf(
  text: string,
  starts: Int32Array,
  matches: readonly TextMatch[],
  contextLines: number,
): ContextLine[] {
  if (contextLines === 0) return [];
  const context: ContextLine[] = [];
  // 1-based. Never decreases, so that lines which an earlier match has added are skipped.
  let nextLine = 1;
  for (const { line, endLine, endColumn } of matches) {
    // A match that ends with a line ending has no text on the next line.
    const lastMatched = endColumn === 0 && endLine > line ? endLine - 1 : endLine;
    const lastLine = Math.min(starts.length - 1, lastMatched + contextLines);
    for (nextLine = Math.max(nextLine, line - contextLines); nextLine <= lastLine; nextLine++) {
      const { start, end } = lineOf(text, starts, nextLine - 1) ?? noLine;
      context.push({ line: nextLine, text: clipLine(text.slice(start, end)) });
    }
  }
  return context;
}
