/** A file cut into lines. Line n is `texts[n]` with the ending `ends[n]`, and begins at UTF-16 offset `starts[n]`. */
export interface FileText {
  readonly texts: readonly string[];
  readonly ends: readonly string[];
  /** One more than there are lines: the last is the length of the text. */
  readonly starts: readonly number[];
}

/**
 * Cuts a file as git does, at LF with an optional CR before it, so that a lone CR is part of its line. A text without
 * any LF is cut at its CRs instead.
 */
export function splitFile(text: string): FileText {
  const separator = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const texts: string[] = [];
  const ends: string[] = [];
  const starts: number[] = [0];
  for (let start = 0; start < text.length;) {
    const at = text.indexOf(separator, start);
    const next = at < 0 ? text.length : at + 1;
    const isCrlf = at > start && separator === '\n' && text.charCodeAt(at - 1) === 13;
    texts.push(text.slice(start, at < 0 ? text.length : isCrlf ? at - 1 : at));
    ends.push(at < 0 ? '' : isCrlf ? '\r\n' : separator);
    starts.push(next);
    start = next;
  }
  return { texts, ends, starts };
}
