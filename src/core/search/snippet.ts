// Shortens the lines of matches for answers: a snippet around the match, and truncated context lines.
import { isInsidePair } from '../text/unicode.ts';

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
