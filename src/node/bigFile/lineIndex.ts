import type { EndCounts } from './lineEnds.ts';

/** How far into a file the endings counted so far reach. */
interface Mark {
  readonly ends: number;
  readonly afterCr: boolean;
}

/** Where to begin looking for a line: an offset in the file, the lines that ended before it, and whether at a CR. */
export interface Entry extends Mark {
  readonly offset: number;
}

/** What is known of one version of a file; grows as parts are read. */
export interface LineIndex {
  readonly version: string;
  /** The last entry at or before the start of a line (1-based) among the parts read so far. */
  entryFor(line: number): Entry;
  /** Takes the endings of the part that begins at `offset`; parts that are known already change nothing. */
  add(offset: number, length: number, counts: EndCounts, afterCr: boolean): void;
  /** Marks the end of the file; `open` when its last line has no ending. */
  finish(offset: number, open: boolean): void;
  /** Endings in the parts read so far, each part once. */
  readonly counts: EndCounts;
  /** Lines in the file, once its end was seen. */
  readonly totalLines: number | undefined;
  sha256: string | undefined;
}

/**
 * A sparse index: one mark for each part of `chunkSize` bytes, so 1 GiB in parts of 256 KiB takes about four thousand.
 */
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

/** Keeps the indexes of the files read last, each for one version of its file. */
export function lineIndexes(limit: number, chunkSize: number): (path: string, version: string) => LineIndex {
  const kept = new Map<string, LineIndex>();
  return (path, version) => {
    const known = kept.get(path);
    const index = known?.version === version ? known : lineIndex(version, chunkSize);
    kept.delete(path);
    kept.set(path, index);
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break;
      kept.delete(oldest);
    }
    return index;
  };
}
