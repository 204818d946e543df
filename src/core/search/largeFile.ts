// Declares the port that reads pages of large files, implemented by `node/largeFile/largeFileReader.ts`.

/** A page of a file to read, with limits that keep the answer small even when lines are long. */
export interface PageRequest {
  /** First line, 1-based. */
  readonly startLine: number;
  readonly maxLines: number;
  /** Maximum number of UTF-8 bytes over all lines; the first line is on the page even if it is longer. */
  readonly maxBytes: number;
  /** Maximum number of UTF-16 units of a line; longer lines are truncated. */
  readonly maxLineChars: number;
  /** UTF-16 units to skip at the start of each line; 0 if omitted. */
  readonly startColumn?: number;
  /** VS Code's name of the encoding of files without a byte order mark; `utf8` if omitted. */
  readonly encoding?: string;
}

/** A line without its ending. */
export interface PageLine {
  readonly text: string;
  /** Bytes of the whole line in the file. */
  readonly bytes: number;
  /** Whether the line continues after `text`. */
  readonly cut: boolean;
}

/** Number of occurrences of each line ending. */
export interface EolCounts {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

/** A page of a file, with properties of the whole file. Lines end at LF, CRLF or a lone CR. */
export interface LinePage {
  readonly lines: readonly PageLine[];
  /** First line, 1-based. */
  readonly startLine: number;
  /** First line of the next page; `undefined` at the end of the file. */
  readonly nextStartLine: number | undefined;
  /** Reason why the page ends: the end of the file, or a limit of the request. */
  readonly stoppedBy: 'end' | 'maxLines' | 'maxBytes';
  /** Set once the file was read to its end. */
  readonly totalLines: number | undefined;
  /** SHA-256 of all bytes, lower-case hexadecimal; `undefined` for a large file, which is not hashed. */
  readonly sha256: string | undefined;
  /** Size in bytes. */
  readonly size: number;
  /** VS Code's name of the encoding used. */
  readonly encoding: string;
  /** Number of invalid bytes (or UTF-16 units) on this page, each replaced by U+FFFD. */
  readonly encodingErrors: number;
  /** Line endings in the part of the file read so far. */
  readonly eols: EolCounts;
  /** Whether the file changed while the page was read, so that the page may mix two versions. */
  readonly changedMeanwhile: boolean;
}

/** Reads pages of local files of any size in bounded memory. */
export interface LargeFileReader {
  /**
   * Reads a page. Past the end of the file, the page is empty, and `totalLines` is set. Line offsets are cached, so
   * that pages near or before an earlier page take one short read while the file stays the same.
   *
   * @param path the system's absolute path, links followed
   * @throws `ToolError` `NOT_FOUND`, `PERMISSION_DENIED`, `IO_ERROR`; `VALIDATION_ERROR` for anything but a regular
   *   file, which is not opened; `BINARY_FILE`; `ENCODING` for an unknown encoding
   * @throws the signal's reason once it is aborted
   */
  readPage(path: string, request: PageRequest, signal?: AbortSignal): Promise<LinePage>;
}
