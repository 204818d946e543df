import { startsAfter } from '../../text/text.ts';

/** The first UTF-16 unit of a line in a hunk, by kind. */
export const markers = { context: 0x20, add: 0x2b, remove: 0x2d } as const;

/** The text that all lines of a patch are slices of; each ends in LF. */
interface Source {
  readonly text: string;
  /** Where lines begin; the last one is where the text ends. */
  readonly starts: Int32Array;
  /** Made when a line is first compared. */
  bytes?: LineBytes;
}

/** The lines of a patch by number (0-based), without endings. Sliced on access, so a large patch needs no array of strings. */
export class PatchLines {
  readonly length: number;
  readonly #source: Source;
  /** Which line of the source the first one is. */
  readonly #first: number;

  private constructor(source: Source, first: number, length: number) {
    this.#source = source;
    this.#first = first;
    this.length = length;
  }

  static fromLines(lines: readonly string[]): PatchLines {
    return PatchLines.fromText(lines.map((line) => `${line}\n`).join(''));
  }

  /** The lines of a text, which end at LF; the last one may be without. */
  static fromText(given: string): PatchLines {
    const text = given === '' || given.endsWith('\n') ? given : `${given}\n`;
    const starts = startsAfter('\n', text);
    return new PatchLines({ text, starts }, 0, starts.length - 1);
  }

  /** `undefined` where there is no such line. */
  at(line: number): string | undefined {
    return line >= 0 && line < this.length ? this.#cut(line, 0) : undefined;
  }

  /** The first UTF-16 unit of a line: in a hunk its marker, LF for an empty line; not a number where there is no line. */
  markerAt(line: number): number {
    return line < this.length ? this.#source.text.charCodeAt(this.#source.starts[this.#first + line] ?? 0) : NaN;
  }

  startsWith(line: number, words: string): boolean {
    return (
      line >= 0 && line < this.length && this.#source.text.startsWith(words, this.#source.starts[this.#first + line])
    );
  }

  /** A line without its marker. */
  withoutMarker(line: number): string {
    return this.#cut(line, 1);
  }

  /** True where the bytes `[start, end)` equal a line without its marker. */
  equalsWithoutMarker(line: number, bytes: Uint8Array, start: number, end: number): boolean {
    const source = this.#source;
    source.bytes ??= lineBytes(source.text, source.starts);
    const own = source.bytes;
    let at = (own.starts[this.#first + line] ?? 0) + 1;
    if ((own.starts[this.#first + line + 1] ?? 0) - 1 - at !== end - start) return false;
    for (let other = start; other < end; other++) if (bytes[other] !== own.bytes[at++]) return false;
    return true;
  }

  /** Where the lines of context end that begin at a line. */
  endOfContext(line: number): number {
    let end = line;
    while (this.markerAt(end) === markers.context) end++;
    return end;
  }

  /** Where the changed lines end that begin at a line. */
  endOfChange(line: number): number {
    let end = line;
    while (end < this.length && this.markerAt(end) !== markers.context) end++;
    return end;
  }

  /** The lines `[from, to)`, as lines of their own. */
  slice(from: number, to: number): PatchLines {
    return new PatchLines(this.#source, this.#first + from, to - from);
  }

  /** The first line for which `is` holds, or -1. */
  findIndex(is: (text: string) => boolean): number {
    let line = 0;
    while (line < this.length && !is(this.#cut(line, 0))) line++;
    return line < this.length ? line : -1;
  }

  /** The last line for which `is` holds, or -1. */
  findLastIndex(is: (text: string, line: number) => boolean): number {
    let line = this.length - 1;
    while (line >= 0 && !is(this.#cut(line, 0), line)) line--;
    return line;
  }

  /** All of them as strings. */
  toArray(): string[] {
    return Array.from({ length: this.length }, (_, line) => this.#cut(line, 0));
  }

  #cut(line: number, skipped: number): string {
    const { text, starts } = this.#source;
    const at = this.#first + line;
    return text.slice((starts[at] ?? 0) + skipped, (starts[at + 1] ?? 1) - 1);
  }
}

/** A text as bytes: comparing lines byte by byte takes a tenth of the time of slicing strings. */
export interface LineBytes {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Where lines begin in `bytes`, the end of the last one included. */
  readonly starts: Int32Array;
}

/** For a text with lone surrogates, whose UTF-8 could equal that of another text: no line matches. */
const noLines: LineBytes = { bytes: new Uint8Array(), starts: new Int32Array() };

/** The bytes of a text whose lines end at LF and begin at `starts`; `utf8` are its bytes, where they are at hand. */
export function lineBytes(text: string, starts: Int32Array, utf8?: Uint8Array): LineBytes {
  if (!text.isWellFormed()) return noLines;
  const bytes = utf8 ?? new TextEncoder().encode(text);
  return { bytes, starts: bytes.length === text.length ? starts : startsAfter(10, bytes) };
}
