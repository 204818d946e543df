// Splits a stream of bytes into lines of bounded length.
import { concatBytes } from '../text/concatBytes.ts';

/** The longest message that passes between an agent and a window, in bytes of UTF-8. */
export const maxLineBytes = 32 * 1024 * 1024;
/** How much may wait to be read by an agent or a window before the other side is read no further, in bytes. */
export const maxUnreadBytes = 4 * 1024 * 1024;

/**
 * A line, or one that was longer than the limit. Of the latter only its beginning and end are kept, so that its sender can
 * be told which request is meant.
 */
export type Line = { readonly text: string } | { readonly tooLong: string };

/** Bytes kept of each end of a line that is too long. */
const keptBytes = 4096;
const newline = 0x0a;

/** Splits a stream of bytes into lines of UTF-8 text (newline-delimited JSON), and holds at most one line in memory. */
export class LineSplitter {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limit = maxLineBytes) {
    this.#limit = limit;
  }

  /** The lines that end in this chunk, without their line ends. Blank lines are skipped. */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = this.#take();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const wasTooLong = this.#length > this.#limit;
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#length <= this.#limit) return;
    const [first = piece, ...rest] = wasTooLong ? this.#pieces : [concatBytes(this.#pieces)];
    const tail = wasTooLong ? concatBytes(rest) : first;
    this.#pieces = [first.slice(0, keptBytes), tail.slice(-keptBytes)];
  }

  #take(): Line | undefined {
    const isTooLong = this.#length > this.#limit;
    const text = new TextDecoder().decode(concatBytes(this.#pieces)).trim();
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong) return { tooLong: text };
    return text === '' ? undefined : { text };
  }
}
