// Indexes the lines of a large file sparsely: one mark for each chunk, so that a page deep in it is found without
// reading all of it.

import type { EndCounts } from './lineEnds.ts';

/** The number of line endings before a chunk, and whether the unit before it is a CR. */
interface Mark {
  readonly ends: number;
  readonly afterCr: boolean;
}

/** The chunk from which to search for a line, by its offset in the file. */
export interface IndexEntry extends Mark {
  readonly offset: number;
}

/** Line numbers of one version of a file; grows as chunks are read. */
export interface LineIndex {
  readonly version: string;
  /** The last known chunk that begins at or before the start of a line (1-based). */
  entryFor(line: number): IndexEntry;
  /** Adds the endings of the chunk at `offset`; no effect for a known chunk. */
  add(offset: number, length: number, counts: EndCounts, afterCr: boolean): void;
  /** Marks the end of the file; `open` if its last line has no ending. */
  finish(offset: number, open: boolean): void;
  /** Endings in all known chunks. */
  readonly counts: EndCounts;
  /** Number of lines in the file; undefined until its end is known. */
  readonly totalLines: number | undefined;
  sha256: string | undefined;
}

/** Creates a sparse index with one mark for each chunk: about 4,000 for 1 GiB in chunks of 256 KiB. */
export function lineIndex(version: string, chunkSize: number): LineIndex {
  const marks: Mark[] = [{ ends: 0, afterCr: false }];
  let counts: EndCounts = { ends: 0, lf: 0, cr: 0 };
  let scanned = 0;
  let totalLines: number | undefined;
  return {
    version,
    sha256: undefined,
    get counts() {
      return counts;
    },
    get totalLines() {
      return totalLines;
    },
    entryFor(line) {
      let first = 0;
      let last = marks.length - 1;
      while (first < last) {
        const middle = (first + last + 1) >> 1;
        if ((marks[middle]?.ends ?? 0) < line - 1) first = middle;
        else last = middle - 1;
      }
      const { ends, afterCr } = marks[first] ?? { ends: 0, afterCr: false };
      return { offset: first * chunkSize, ends, afterCr };
    },
    add(offset, length, more, afterCr) {
      if (offset !== scanned) return;
      scanned = offset + length;
      counts = { ends: counts.ends + more.ends, lf: counts.lf + more.lf, cr: counts.cr + more.cr };
      if (length === chunkSize) marks.push({ ends: counts.ends, afterCr });
    },
    finish(offset, open) {
      if (offset === scanned) totalLines = counts.ends + (open ? 1 : 0);
    },
  };
}

/** Caches the indexes of the last read files, one version of each. */
export function lineIndexes(limit: number, chunkSize: number): (path: string, version: string) => LineIndex {
  const kept = new Map<string, LineIndex>();
  return (path, version) => {
    const cached = kept.get(path);
    const index = cached?.version === version ? cached : lineIndex(version, chunkSize);
    kept.delete(path);
    kept.set(path, index);
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break;
      kept.delete(oldest);
    }
    return index;
  };
}
