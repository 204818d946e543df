import { endingBefore } from '../text.ts';

/** A file cut into lines. Line n is `texts[n]` with the ending `ends[n]`, and begins at UTF-16 offset `starts[n]`. */
export interface FileText {
  readonly text: string;
  /** One more than there are lines: the last is the length of the text. */
  readonly starts: readonly number[];
  readonly texts: readonly string[];
  readonly ends: readonly string[];
}

/**
 * Cuts a file as git does, at LF with an optional CR before it, so that a lone CR is part of its line. A text without
 * any LF is cut at its CRs instead.
 */
export function splitFile(text: string): FileText {
  const separator = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const starts: number[] = [0];
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) starts.push(at + 1);
  if ((starts.at(-1) ?? 0) < text.length) starts.push(text.length);
  return new CutFile(text, starts, separator);
}

/** Where hunks stand on the lines of their headers, nobody asks for more than where lines begin; the rest is made for who does. */
class CutFile implements FileText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly #separator: string;
  #texts: readonly string[] | undefined;
  #ends: readonly string[] | undefined;

  constructor(text: string, starts: readonly number[], separator: string) {
    this.text = text;
    this.starts = starts;
    this.#separator = separator;
  }

  get texts(): readonly string[] {
    this.#texts ??= this.ends.map((end, at) =>
      this.text.slice(this.starts[at], (this.starts[at + 1] ?? 0) - end.length),
    );
    return this.#texts;
  }

  get ends(): readonly string[] {
    this.#ends ??= this.starts
      .slice(1)
      .map((next) => (this.text[next - 1] === this.#separator ? endingBefore(this.text, next) : ''));
    return this.#ends;
  }
}
