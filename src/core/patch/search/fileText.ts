// Splits the file that a patch changes into lines.
import type { TextContent } from '../../change/change.ts';
import { cachedLineStarts, endingBefore, startsAfter } from '../../text/text.ts';
import { type LineBytes, lineBytes } from '../parse/patchLines.ts';

/** A file, split into lines. Line n is `texts[n]`, ends in `endings[n]`, and begins at UTF-16 offset `starts[n]`. */
export interface FileText {
  readonly text: string;
  /** Offsets of the lines' starts. There is one more than there are lines: the last one is the length of the text. */
  readonly starts: Int32Array;
  readonly texts: readonly string[];
  readonly endings: readonly string[];
  /** For comparisons of lines that end in LF. A text that is split at CR has no such line. */
  readonly bytes: LineBytes;
  /** Whether the file is UTF-8 without a byte order mark, so that a mark in the patch is a change. */
  readonly isUtf8WithoutBom: boolean;
}

/** A text, with its encoding and bytes if they are known. */
export type SourceText = Pick<TextContent, 'text'> & Partial<Pick<TextContent, 'encoding' | 'bytes'>>;

/**
 * Splits a file as git does, at LF with an optional CR before it, so that a lone CR is part of its line. A text without
 * any LF is split at its CRs instead.
 */
export function splitFile(source: SourceText): FileText {
  const { text } = source;
  if (!text.includes('\r')) return new LazyFileText(source, cachedLineStarts(source), '\n');
  const separator = text.includes('\n') ? '\n' : '\r';
  return new LazyFileText(source, startsAfter(separator, text), separator);
}

/** Computes texts, endings and bytes on first access, since the fast path needs only some of them. */
class LazyFileText implements FileText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly isUtf8WithoutBom: boolean;
  readonly #separator: string;
  readonly #utf8: Uint8Array | undefined;
  #texts: readonly string[] | undefined;
  #endings: readonly string[] | undefined;
  #bytes: LineBytes | undefined;

  constructor({ text, encoding, bytes }: SourceText, starts: Int32Array, separator: string) {
    this.text = text;
    this.starts = starts;
    this.isUtf8WithoutBom = encoding === 'utf8';
    this.#separator = separator;
    // Text has no more UTF-16 units than bytes in UTF-8, so fewer bytes are not those of this text.
    this.#utf8 = encoding === 'utf8' && bytes !== undefined && bytes.length >= text.length ? bytes : undefined;
  }

  get texts(): readonly string[] {
    this.#texts ??= this.endings.map((ending, at) =>
      this.text.slice(this.starts[at], (this.starts[at + 1] ?? 0) - ending.length),
    );
    return this.#texts;
  }

  get endings(): readonly string[] {
    this.#endings ??= Array.from(this.starts.subarray(1), (next) =>
      this.text[next - 1] === this.#separator ? endingBefore(this.text, next) : '',
    );
    return this.#endings;
  }

  get bytes(): LineBytes {
    this.#bytes ??= lineBytes(this.text, this.starts, this.#utf8);
    return this.#bytes;
  }
}
