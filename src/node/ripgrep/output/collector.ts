// Collects the messages of `rg --json` into the matches of each file.

import {
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

/** Collects the messages of one run of `rg --json` into files. */
export interface Collector {
  /** Handles one record of rg's output. Returns `false` once `total` is above the limit, so that the caller can stop rg. */
  take(record: Buffer, overlong: boolean): boolean;
  /** Files with matches, in the order of the messages. */
  readonly files: readonly CollectedFile[];
  /** Number of matches in all files. */
  readonly total: number;
  /** Number of files searched; undefined until the run is complete. */
  readonly searched: number | undefined;
  /** Files with a match on a line over 1 MiB. */
  readonly overlong: readonly string[];
}

/**
 * @param accept whether a file counts
 * @param limit maximum number of matches, in total and per file
 */
export function createCollector(accept: (path: string) => boolean, limit: number, contextLines: number): Collector {
  const files: CollectedFile[] = [];
  const overlong: string[] = [];
  /** The file between its `begin` and `end` messages; undefined between files, and for one that is not accepted. */
  let current: { path: string; matches: LocatedMatch[]; context: Map<number, LocatedLine> } | undefined;
  let total = 0;
  let searched: number | undefined;

  const takeLines = (data: Extract<RgMessage, { type: 'match' | 'context' }>['data'], isMatch: boolean): void => {
    if (current === undefined) return;
    if (isMatch) for (const match of readMatches(data, limit + 1)) current.matches.push(match);
    if (contextLines > 0) for (const line of readContext(data)) current.context.set(line.line, line);
  };
  const finishFile = (isBinary: boolean): void => {
    if (current === undefined || isBinary || current.matches.length === 0) return;
    files.push({ path: current.path, matches: current.matches, context: [...current.context.values()] });
    total += current.matches.length;
  };
  return {
    take(record, isOverlong) {
      if (isOverlong) {
        if (current !== undefined) overlong.push(current.path);
        return true;
      }
      const message = readMessage(record);
      if (message.type === 'begin') {
        const path = readPath(message.data.path);
        current = path !== undefined && accept(path) ? { path, matches: [], context: new Map() } : undefined;
      } else if (message.type === 'end') {
        finishFile(message.data.binary_offset !== null);
        current = undefined;
        return total <= limit;
      } else if (message.type === 'summary') searched = message.data.stats.searches;
      else takeLines(message.data, message.type === 'match');
      return true;
    },
    files,
    overlong,
    get total() {
      return total;
    },
    get searched() {
      return searched;
    },
  };
}
