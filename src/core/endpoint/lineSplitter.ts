// Splits the byte streams between agents, bridge and window into lines, and defines the limits of these streams.
import { concatBytes } from '../text/bytes.ts';

/** Maximum length of a message between an agent and a window, in bytes of UTF-8. */
export const maxLineBytes = 32 * 1024 * 1024;
/** Maximum backlog of an agent or a window before reading from the other side pauses (back-pressure), in bytes. */
export const maxUnreadBytes = 4 * 1024 * 1024;

/**
 * A line; `tooLong`: only the joined beginning and end of one over the limit, which suffice to find the request's id.
 */
export type InputLine = { readonly text: string } | { readonly tooLong: string };

/** Bytes kept of each end of a line over the limit. */
const keptEndBytes = 4096;
const newline = 0x0a;

/**
 * Splits a stream of bytes into lines of UTF-8 text (newline-delimited JSON). Buffers at most one line. A last line
 * without a newline is never returned.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  /** The bytes of the open line; once it is over the limit, only its two ends (`keptEndBytes` each). */
  #pieces: Uint8Array[] = [];
  /** Length of the open line, with the bytes that were dropped. */
  #lineBytes = 0;

  /** @param maxBytes maximum length of a line; at least `2 * keptEndBytes`, so that the two kept ends do not overlap */
  constructor(maxBytes = maxLineBytes) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the lines that end in this chunk, without white space at their ends. Skips blank lines. */
  push(chunk: Uint8Array): InputLine[] {
    const lines: InputLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end));
      const line = this.#finishLine();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
    return lines;
  }

  #append(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#lineBytes += piece.length;
    this.#pieces.push(piece);
    if (this.#lineBytes > this.#maxBytes) this.#dropMiddle();
  }

  /** Keeps only the two ends of the open line. Runs again for each further piece, which only moves the second one. */
  #dropMiddle(): void {
    const bytes = concatBytes(this.#pieces);
    this.#pieces = [bytes.slice(0, keptEndBytes), bytes.slice(-keptEndBytes)];
  }

  #finishLine(): InputLine | undefined {
    const isTooLong = this.#lineBytes > this.#maxBytes;
    const text = new TextDecoder().decode(concatBytes(this.#pieces)).trim();
    this.#pieces = [];
    this.#lineBytes = 0;
    if (isTooLong) return { tooLong: text };
    return text === '' ? undefined : { text };
  }
}
