/** Most UTF-16 units of a line in an answer. */
export const snippetLength = 200;

/** Where in a line a match is, 0-based in UTF-16 units; `end` is exclusive. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

export interface Snippet {
  readonly snippet: string;
  /** The part of the match that is in `snippet`. */
  readonly snippetStart: number;
  readonly snippetEnd: number;
}

/**
 * The part of a line to show for a match: all of a short line; of a long one a window with the beginning of the match
 * and some of what is before it. No surrogate pair is cut.
 */
export function snippetOf(line: string, { start, end }: LineSpan): Snippet {
  const from = windowStart(line, start, end);
  const text = line.slice(from, pairEnd(line, from + snippetLength));
  const place = (column: number): number => Math.min(Math.max(column - from, 0), text.length);
  return { snippet: text, snippetStart: place(start), snippetEnd: place(end) };
}

/** The beginning of a line, as context around a match. */
export function clipLine(line: string): string {
  return line.slice(0, pairEnd(line, snippetLength));
}

function windowStart(line: string, start: number, end: number): number {
  if (line.length <= snippetLength) return 0;
  const room = Math.max(snippetLength - (end - start), 0);
  const wanted = Math.max(0, Math.min(start - Math.min(room >> 1, 60), line.length - snippetLength));
  return isPairMiddle(line, wanted) ? wanted + 1 : wanted;
}

function pairEnd(line: string, end: number): number {
  return isPairMiddle(line, end) ? end - 1 : end;
}

function isPairMiddle(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
