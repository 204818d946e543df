// Finds line endings in chunks of a file.
import type { TextFormat } from './textDecoder.ts';

/** Finds line endings (LF, CRLF, lone CR) in chunks of a text; indexes are bytes in a chunk. */
export interface LineEndingFinder {
  /** Must be called for each new chunk, since the position of the next CR is cached. */
  reset(): void;
  /** The index of the next line ending at or after `from`. */
  find(bytes: Uint8Array, from: number): number | undefined;
  /** The index after the ending at `end`. A CR at the end of a chunk may have its LF in the next one. */
  after(bytes: Uint8Array, end: number): number;
  /** Bytes of an LF at the start of a chunk, if the chunk before ended with its CR. */
  skipLf(bytes: Uint8Array): number;
}

export function createLineEndingFinder({ width, bigEndian }: TextFormat): LineEndingFinder {
  const unitAt = (bytes: Uint8Array, at: number): number => {
    if (width === 1) return bytes[at] ?? -1;
    const [high = 0, low = 0] = bigEndian ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]];
    return high * 256 + low;
  };
  const findWide = (bytes: Uint8Array, from: number): number | undefined => {
    for (let at = from; at + 1 < bytes.length; at += 2) {
      const unit = unitAt(bytes, at);
      if (unit === 10 || unit === 13) return at;
    }
    return undefined;
  };
  // Cached: in a chunk without a CR, each line would otherwise search for one up to the end.
  let nextCr = -1;
  const findByte = (bytes: Uint8Array, from: number): number | undefined => {
    if (nextCr < from) {
      const cr = bytes.indexOf(13, from);
      nextCr = cr < 0 ? bytes.length : cr;
    }
    const lf = bytes.indexOf(10, from);
    const end = lf < 0 ? nextCr : Math.min(lf, nextCr);
    return end < bytes.length ? end : undefined;
  };
  return {
    reset: () => {
      nextCr = -1;
    },
    find: width === 1 ? findByte : findWide,
    after: (bytes, end) => {
      const next = end + width;
      return unitAt(bytes, end) === 13 && next < bytes.length && unitAt(bytes, next) === 10 ? next + width : next;
    },
    skipLf: (bytes) => (bytes.length >= width && unitAt(bytes, 0) === 10 ? width : 0),
  };
}

/**
 * Index in a chunk after its line ending number `count` (at least 1).
 *
 * @param isAfterCr whether the unit before the chunk is a CR; an LF at the start of the chunk is then not counted
 */
export function findIndexAfter(bytes: Uint8Array, count: number, isAfterCr: boolean, format: TextFormat): number {
  const finder = createLineEndingFinder(format);
  let index = isAfterCr ? finder.skipLf(bytes) : 0;
  for (let remaining = count; remaining > 0; remaining--) {
    const end = finder.find(bytes, index);
    if (end === undefined) return bytes.length;
    index = finder.after(bytes, end);
  }
  return index;
}
