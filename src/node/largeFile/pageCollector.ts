// Collects the lines of one page of a large file from its chunks.

import { fromColumn } from '../../core/diff/excerpt.ts';
import { countReplacements } from '../../core/text/encoding.ts';
import type { PageLine, PageRequest } from '../../core/search/largeFile.ts';
import { lineEndingsIn, skipLf } from './lineEndings.ts';
import type { TextFormat } from './textFormat.ts';

export interface PageCollector {
  /**
   * Adds the next bytes; the first call's begin with `startLine`. False once the page is full and more text follows.
   *
   * @param isAfterCr whether the code unit before is a CR: an LF at the start then belongs to the line before
   */
  add(bytes: Uint8Array, isAfterCr: boolean): boolean;
  /** Returns the page. Called once, at the end of the file or after `add` returned false. */
  finish(): CollectedPage;
}

export interface CollectedPage {
  readonly lines: readonly PageLine[];
  /** Number of invalid bytes or units in `lines`. */
  readonly encodingErrors: number;
  readonly stoppedBy: 'end' | 'maxLines' | 'maxBytes';
}

/** Maximum number of bytes that a UTF-16 unit takes in any encoding: GB 18030 has characters of four. */
const maxBytesOfUtf16Unit = 4;

/** Stores the part of each line that may be shown, and only counts the rest, so that long lines take little memory. */
export function createPageCollector(request: PageRequest, format: TextFormat): PageCollector {
  const column = request.startColumn ?? 0;
  const lines: PageLine[] = [];
  let encodingErrors = 0;
  let pageBytes = 0;
  let stoppedBy: CollectedPage['stoppedBy'] = 'end';
  // Keeps one more character, of two units, which shows that the line is longer.
  const currentLine = createLineHead((column + request.maxLineChars + 2) * maxBytesOfUtf16Unit);

  /** Ends the page. Returns false, for `add` to return. */
  const stop = (limit: 'maxLines' | 'maxBytes'): false => {
    stoppedBy = limit;
    return false;
  };
  /** Adds the current line; false if it exceeds the bytes of a page. The first line is added in any case. */
  const finishLine = (): boolean => {
    const { line, errors } = decodeLine(currentLine.take(), column, request.maxLineChars, format);
    const bytes = Buffer.byteLength(line.text);
    if (lines.length > 0 && pageBytes + bytes > request.maxBytes) return stop('maxBytes');
    lines.push(line);
    pageBytes += bytes;
    encodingErrors += errors;
    return true;
  };
  const isFull = (): boolean => lines.length >= request.maxLines;
  return {
    add(bytes, isAfterCr) {
      let at = isAfterCr ? skipLf(bytes, format) : 0;
      for (const { start, end } of lineEndingsIn(bytes, at, format)) {
        if (isFull()) return stop('maxLines');
        currentLine.append(bytes.subarray(at, start));
        if (!finishLine()) return false;
        at = end;
      }
      if (at < bytes.length && isFull()) return stop('maxLines');
      currentLine.append(bytes.subarray(at));
      return true;
    },
    finish() {
      if (stoppedBy === 'end' && currentLine.length > 0) finishLine();
      return { lines, encodingErrors, stoppedBy };
    },
  };
}

/** The first bytes of a line, and the length of the whole line in bytes. */
interface LineBytes {
  readonly head: Uint8Array;
  readonly length: number;
}

/** Collects the first `limit` bytes of one line after the other. */
function createLineHead(limit: number): {
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** Returns the line and begins the next one. */
  take(): LineBytes;
} {
  let parts: Uint8Array[] = [];
  let headBytes = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(bytes) {
      length += bytes.length;
      if (headBytes >= limit || bytes.length === 0) return;
      // A copy: the chunk's buffer is reused for the next chunk.
      const part = new Uint8Array(bytes.subarray(0, limit - headBytes));
      parts.push(part);
      headBytes += part.length;
    },
    take() {
      const line = { head: Buffer.concat(parts), length };
      parts = [];
      headBytes = 0;
      length = 0;
      return line;
    },
  };
}

/** Decodes at most `maxLength` UTF-16 units of a line, from `column` on, and counts the encoding errors in them. */
function decodeLine(
  { head, length: bytes }: LineBytes,
  column: number,
  maxLength: number,
  format: TextFormat,
): { readonly line: PageLine; readonly errors: number } {
  const decoded = format.decode(head);
  const text = fromColumn(decoded.text, column);
  // Errors before the column do not count.
  const errors = column === 0 ? decoded.errorCount : countReplacements(text);
  const isHeadWhole = head.length === bytes;
  if (isHeadWhole && text.length <= maxLength) return { line: { text, bytes, cut: false }, errors };
  const lastUnit = text.charCodeAt(maxLength - 1);
  const isHighSurrogate = lastUnit >= 0xd800 && lastUnit < 0xdc00;
  const end = isHighSurrogate ? maxLength - 1 : maxLength;
  const shownText = text.slice(0, end);
  // A character truncated at the end of the kept bytes is not an encoding error of the file.
  return { line: { text: shownText, bytes, cut: true }, errors: errors === 0 ? 0 : countReplacements(shownText) };
}
