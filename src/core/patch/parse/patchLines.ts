// Provides the lines of a patch without splitting the text, and the lines of a text as bytes, to compare them fast.
import { lineFeed, startsAfter } from '../../text/text.ts';

/** The first UTF-16 unit of a line in a hunk, by kind. */
export const markers = { context: 0x20, add: 0x2b, remove: 0x2d } as const;

/** The text of a patch; each line ends in LF. */
interface PatchSource {
  readonly text: string;
  /** Offsets of the lines' starts, and of the end of the text. */
  readonly starts: Int32Array;
  /** Computed when a line is first compared. */
  bytes?: LineBytes;
}

/** The lines of a patch by number (0-based), without endings; sliced on access, which saves the memory of an array. */
export class PatchLines {
  readonly length: number;
  readonly #source: PatchSource;
  /** The line of the source that is line 0 here. */
  readonly #first: number;

  private constructor(source: PatchSource, first: number, length: number) {
    this.#source = source;
    this.#first = first;
    this.length = length;
  }

  static fromLines(lines: readonly string[]): PatchLines {
    return PatchLines.fromText(lines.map((line) => `${line}\n`).join(''));
  }

  /** Splits a text at LF. */
  static fromText(patchText: string): PatchLines {
    const text = patchText === '' || patchText.endsWith('\n') ? patchText : `${patchText}\n`;
    const starts = startsAfter('\n', text);
    return new PatchLines({ text, starts }, 0, starts.length - 1);
  }

  /** The text of a line (0-based); undefined if there is no such line. */
  at(line: number): string | undefined {
    return line >= 0 && line < this.length ? this.#slice(line, 0) : undefined;
  }

  /** The first UTF-16 unit of a line: in a hunk its marker. LF for an empty line, NaN if there is no such line. */
  markerAt(line: number): number {
    return line < this.length ? this.#source.text.charCodeAt(this.#source.starts[this.#first + line] ?? 0) : NaN;
  }

  startsWith(line: number, prefix: string): boolean {
    return (
      line >= 0 && line < this.length && this.#source.text.startsWith(prefix, this.#source.starts[this.#first + line])
    );
  }

  /** A line without its marker. */
  withoutMarker(line: number): string {
    return this.#slice(line, 1);
  }

  /** Whether `bytes` (UTF-8) in `[start, end)` equal a line without its marker. */
  equalsWithoutMarker(line: number, bytes: Uint8Array, start: number, end: number): boolean {
    const source = this.#source;
    source.bytes ??= lineBytes(source.text, source.starts);
    const patchBytes = source.bytes;
    let at = (patchBytes.starts[this.#first + line] ?? 0) + 1;
    if ((patchBytes.starts[this.#first + line + 1] ?? 0) - 1 - at !== end - start) return false;
    for (let other = start; other < end; other++) if (bytes[other] !== patchBytes.bytes[at++]) return false;
    return true;
  }

  /** The line after the run of context lines that begins at a line. */
  endOfContext(line: number): number {
    let end = line;
    while (this.markerAt(end) === markers.context) end++;
    return end;
  }

  /** The lines `[from, to)`, numbered from 0. */
  slice(from: number, to: number): PatchLines {
    return new PatchLines(this.#source, this.#first + from, to - from);
  }

  /** The first line that passes a test, or -1. */
  findIndex(test: (text: string) => boolean): number {
    let line = 0;
    while (line < this.length && !test(this.#slice(line, 0))) line++;
    return line < this.length ? line : -1;
  }

  /** The last line that passes a test, or -1. */
  findLastIndex(test: (text: string, line: number) => boolean): number {
    let line = this.length - 1;
    while (line >= 0 && !test(this.#slice(line, 0), line)) line--;
    return line;
  }

  /** All lines as strings. */
  toArray(): string[] {
    return Array.from({ length: this.length }, (_, line) => this.#slice(line, 0));
  }

  /** A line without its first `skipped` units. */
  #slice(line: number, skipped: number): string {
    const { text, starts } = this.#source;
    const at = this.#first + line;
    return text.slice((starts[at] ?? 0) + skipped, (starts[at + 1] ?? 1) - 1);
  }
}

/** A text as bytes. Comparing lines byte by byte takes a tenth of the time of slicing strings. */
export interface LineBytes {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Offsets in `bytes` of the lines' starts, and of the end of the last one. */
  readonly starts: Int32Array;
}

/** For a text with lone surrogates: its UTF-8 could equal that of another text, so none of its lines may match. */
const noLines: LineBytes = { bytes: new Uint8Array(), starts: new Int32Array() };

/**
 * Encodes a text whose lines end in LF.
 *
 * @param starts the UTF-16 offsets of its lines, and of its end
 * @param utf8 its bytes, if they are known
 */
export function lineBytes(text: string, starts: Int32Array, utf8?: Uint8Array): LineBytes {
  if (!text.isWellFormed()) return noLines;
  const bytes = utf8 ?? new TextEncoder().encode(text);
  return { bytes, starts: bytes.length === text.length ? starts : startsAfter(lineFeed, bytes) };
}
