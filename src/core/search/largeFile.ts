/** What of a file is wanted. Limits of the answer, so that it stays small however long the lines are. */
export interface PageRequest {
  /** First line, 1-based. */
  readonly startLine: number;
  readonly maxLines: number;
  /** Most UTF-8 bytes of text over all lines; one line is given in any case. */
  readonly maxBytes: number;
  /** Most UTF-16 units of one line; what is longer is cut. */
  readonly maxLineLength: number;
  /** UTF-16 units that are left out at the beginning of each line; none if omitted. */
  readonly startColumn?: number;
  /** VS Code's name of the encoding where no byte order mark says otherwise; `utf8` if omitted. */
  readonly encoding?: string;
}

/** One line without its ending. `bytes` is its whole length in the file; `cut` says that it goes on after `text`. */
export interface PageLine {
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
}

/** How often each line ending was met. */
export interface EolCounts {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

/** A part of a file, and what is known of the whole. Lines end at LF, CRLF or a lone CR; an ending closes its line. */
export interface LinePage {
  readonly lines: readonly PageLine[];
  readonly startLine: number;
  /** Where the next page begins; `undefined` when the file ends with this one. */
  readonly nextStartLine: number | undefined;
  readonly stoppedBy: 'end' | 'maxLines' | 'maxBytes';
  /** `undefined`: not counted, since the file is large and was not read to its end yet. */
  readonly totalLines: number | undefined;
  /** SHA-256 of all bytes, lower-case hexadecimal; `undefined`: not computed, since the file is large. */
  readonly sha256: string | undefined;
  /** Bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** VS Code's name of the encoding that was used. */
  readonly encoding: string;
  /** Bytes or units of this page that are not valid in the encoding, shown as U+FFFD. */
  readonly encodingErrors: number;
  /** Endings of the part of the file that was read so far, of the whole file where `totalLines` is known. */
  readonly eols: EolCounts;
  /** The file was changed while this page was read: the page may mix two versions. */
  readonly changedMeanwhile: boolean;
}

/** Reads pages of local files of any size in bounded memory. */
export interface LargeFileReader {
  /**
   * Reads a page; a line past the end gives no lines and the file's `totalLines`. Where a page was read before, later
   * pages near or before it cost one short read as long as the file stays the same.
   *
   * @param path absolute path of the system, links followed
   * @throws `ToolError` `NOT_FOUND`, `PERMISSION_DENIED`, `IO_ERROR`; `VALIDATION_ERROR` for what is no regular file
   *   (folder, pipe, socket, device: refused without opening it); `BINARY_FILE`; `ENCODING` for an unknown encoding
   * @throws the signal's reason once it is aborted
   */
  readPage(path: string, request: PageRequest, signal?: AbortSignal): Promise<LinePage>;
}
