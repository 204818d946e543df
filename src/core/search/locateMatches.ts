// Converts offsets of matches to lines, columns and snippets, and finds the lines around matches (context). A snippet and
// a context line are shortened for answers.
import { lineAt, lineOf, type Line } from '../text/text.ts';
import type { MatchSpan } from './regex/scanner.ts';
import type { ContextLine, TextMatch } from './textSearch.ts';
import { isInsidePair } from '../text/encoding.ts';

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

/** Maximum number of UTF-16 units of a line in an answer. */
export const maxSnippetChars = 200;

/** A match in a line, 0-based in UTF-16 units; `end` is exclusive. */
interface MatchInLine {
  readonly start: number;
  readonly end: number;
}

interface Snippet {
  readonly snippet: string;
  /** Columns of the match in `snippet`. */
  readonly snippetStart: number;
  readonly snippetEnd: number;
}

/** Maximum length of the text before a match in the snippet of a long line, in UTF-16 units. */
const maxLeadInChars = 60;

/**
 * Extracts a window of a line that shows the start of a match; short lines stay whole, and surrogate pairs together.
 */
export function extractSnippet(line: string, { start, end }: MatchInLine): Snippet {
  const from = windowStart(line, start, end);
  const snippet = line.slice(from, avoidSplitPair(line, from + maxSnippetChars));
  const toSnippet = (column: number): number => Math.min(Math.max(column - from, 0), snippet.length);
  return { snippet, snippetStart: toSnippet(start), snippetEnd: toSnippet(end) };
}

/** Truncates a line of context to `maxSnippetChars`. */
export function clipLine(line: string): string {
  return line.slice(0, avoidSplitPair(line, maxSnippetChars));
}

/**
 * Start of the window: some text before the match, less before a long one, so that as much of it as possible is shown.
 */
function windowStart(line: string, start: number, end: number): number {
  if (line.length <= maxSnippetChars) return 0;
  const freeChars = Math.max(maxSnippetChars - (end - start), 0);
  const leadInChars = Math.min(Math.floor(freeChars / 2), maxLeadInChars);
  const lastStart = line.length - maxSnippetChars;
  const idealStart = Math.max(0, Math.min(start - leadInChars, lastStart));
  return isInsidePair(line, idealStart) ? idealStart + 1 : idealStart;
}

/** The end of a slice, one unit earlier if it would split a surrogate pair. */
function avoidSplitPair(line: string, end: number): number {
  return isInsidePair(line, end) ? end - 1 : end;
}
