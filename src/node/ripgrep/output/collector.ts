// Collects the messages of one run of `rg --json` into the matches of each file.

import {
  isMatchMessage,
  readContext,
  readMatches,
  readMessage,
  readPath,
  type LocatedLine,
  type LocatedMatch,
  type RgMessage,
} from './messages.ts';

/** The matches of one file, in order. */
export interface CollectedFile {
  readonly path: string;
  readonly matches: readonly LocatedMatch[];
  readonly context: readonly LocatedLine[];
}

/** A file whose messages are not complete yet. */
interface OpenFile extends CollectedFile {
  readonly matches: LocatedMatch[];
  readonly context: LocatedLine[];
}

/** Collects the messages of one run of `rg --json` into files. */
export class MatchCollector {
  /** Files with matches, in the order of the messages. */
  readonly files: CollectedFile[] = [];
  /** Files with a match on a line over 1 MiB. */
  readonly overlong: string[] = [];
  /** Number of matches in all files. */
  total = 0;
  /** Number of files searched; undefined until the run is complete. */
  searchedCount: number | undefined;
  /** The file between its `begin` and `end` messages; undefined between files, and for a file that is not accepted. */
  #current: OpenFile | undefined;
  readonly #accept: (path: string) => boolean;
  readonly #limit: number;
  readonly #contextLines: number;

  /**
   * @param accept whether a file counts
   * @param limit maximum number of matches. The results may exceed it, which shows that there are more: the total is
   *   only checked after a whole file
   */
  constructor(accept: (path: string) => boolean, limit: number, contextLines: number) {
    this.#accept = accept;
    this.#limit = limit;
    this.#contextLines = contextLines;
  }

  /**
   * Handles one record of rg's output, or the beginning of an overlong one. Returns `false` once `total` is above the
   * limit, so that the caller can stop rg.
   */
  take(record: Buffer, isOverlong: boolean): boolean {
    if (isOverlong) {
      // An overlong line that is only near a match is left out of the context.
      if (this.#current !== undefined && isMatchMessage(record)) this.overlong.push(this.#current.path);
      return true;
    }
    const message = readMessage(record);
    switch (message.type) {
      case 'begin': {
        const path = readPath(message.data.path);
        const isAccepted = path !== undefined && this.#accept(path);
        this.#current = isAccepted ? { path, matches: [], context: [] } : undefined;
        break;
      }
      case 'match':
      case 'context':
        if (this.#current !== undefined) this.#takeLines(message, this.#current);
        break;
      case 'end':
        // Set if ripgrep found a zero byte: the file is binary, so its matches do not count.
        if (message.data.binary_offset === null) this.#finishFile();
        this.#current = undefined;
        break;
      case 'summary':
        this.searchedCount = message.data.stats.searches;
    }
    return this.total <= this.#limit;
  }

  #takeLines({ type, data }: RgMessage & { type: 'match' | 'context' }, { matches, context }: OpenFile): void {
    if (type === 'match') for (const match of readMatches(data, this.#limit + 1)) matches.push(match);
    if (this.#contextLines > 0) for (const line of readContext(data)) context.push(line);
  }

  #finishFile(): void {
    if (this.#current === undefined || this.#current.matches.length === 0) return;
    this.files.push(this.#current);
    this.total += this.#current.matches.length;
  }
}
