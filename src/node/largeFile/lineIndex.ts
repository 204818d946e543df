// Indexes the lines of large files sparsely: one mark for each chunk, so that a page deep in a file is found without
// reading all of it. Caches the indexes.

import { setNewest } from '../../core/cache/maps.ts';
import { firstIndex } from '../../core/text/text.ts';
import type { LineEndingCounts } from './lineEndings.ts';

/** The entry of a chunk in the index: the number of line endings before it, and the code unit before it, if any. */
interface Mark {
  readonly endings: number;
  readonly unitBefore: number | undefined;
}

/** A chunk's mark, with the chunk's offset in the file. */
export interface IndexEntry extends Mark {
  readonly offset: number;
}

/** Line numbers of one version of a file; grows as chunks are read. */
export interface LineIndex {
  readonly version: string;
  /** The last indexed chunk that begins before a line (1-based), and before the CRLF that may precede the line. */
  entryFor(line: number): IndexEntry;
  /** Adds the endings of the chunk at `offset`; ignored unless it directly follows the known ones. */
  add(offset: number, length: number, counts: LineEndingCounts, lastUnit: number): void;
  /** Marks the end of the file; ignored unless all chunks before it are known. */
  finish(offset: number, isLastLineUnterminated: boolean): void;
  /** Endings in all known chunks. */
  readonly counts: LineEndingCounts;
  /** Number of lines in the file; undefined until `finish` is called. */
  readonly totalLines: number | undefined;
  /** Set by the reader once it has hashed the whole file. */
  sha256: string | undefined;
}

/** Creates a sparse index with one mark for each chunk: about 4,000 for 1 GiB in chunks of 256 KiB. */
function createLineIndex(version: string, chunkBytes: number): LineIndex {
  /** Marks of the chunks up to `scannedBytes`, one for the start of each; grows only in the order of the file. */
  const marks: Mark[] = [{ endings: 0, unitBefore: undefined }];
  let counts: LineEndingCounts = { endings: 0, lf: 0, cr: 0 };
  let scannedBytes = 0;
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
      // A chunk with exactly `line - 1` endings before it may begin inside the CRLF, so the chunk before it is taken.
      const markIndex = Math.max(0, firstIndex(marks, ({ endings }) => endings >= line - 1) - 1);
      const { endings, unitBefore } = marks[markIndex] ?? { endings: 0, unitBefore: undefined };
      return { offset: markIndex * chunkBytes, endings, unitBefore };
    },
    add(offset, length, added, lastUnit) {
      if (offset !== scannedBytes) return;
      scannedBytes = offset + length;
      counts = { endings: counts.endings + added.endings, lf: counts.lf + added.lf, cr: counts.cr + added.cr };
      // A shorter chunk is the last.
      if (length === chunkBytes) marks.push({ endings: counts.endings, unitBefore: lastUnit });
    },
    finish(offset, isLastLineUnterminated) {
      if (offset === scannedBytes) totalLines = counts.endings + (isLastLineUnterminated ? 1 : 0);
    },
  };
}

/** Creates a function that returns the index of a file's version: from a cache of `maxFiles` indexes, or a new one. */
export function createLineIndexCache(
  maxFiles: number,
  chunkBytes: number,
): (path: string, version: string) => LineIndex {
  const indexByPath = new Map<string, LineIndex>();
  return (path, version) => {
    const cached = indexByPath.get(path);
    const index = cached?.version === version ? cached : createLineIndex(version, chunkBytes);
    setNewest(indexByPath, path, index, maxFiles);
    return index;
  };
}
