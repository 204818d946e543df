import type { TextFormat } from './textDecoder.ts';

/** Finds where lines end in parts of a text. */
export interface EndFinder {
  /** Call for each new part, since places of a part are remembered. */
  reset(): void;
  /** The place of the next line ending at or after `from`. */
  find(bytes: Uint8Array, from: number): number | undefined;
  /** The place after the ending at `end`. A CR at the end of a part may still have its LF in the next one. */
  after(bytes: Uint8Array, end: number): number;
  /** How much of a part still belongs to an ending whose CR was the last of the part before. */
  skipLf(bytes: Uint8Array): number;
}

export function endFinder({ width, bigEndian }: TextFormat): EndFinder {
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
  // Remembered, or every line of a part without a CR would look for one up to the part's end.
  let nextCr = -1;
  const findByte = (bytes: Uint8Array, from: number): number | undefined => {
    if (nextCr < from) {
      const found = bytes.indexOf(13, from);
      nextCr = found < 0 ? bytes.length : found;
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
 * The place in a part right after its line ending number `count` (at least 1).
 *
 * @param afterCr whether the unit before the part is a CR, whose LF in first place then is none of these endings
 */
export function placeAfter(bytes: Uint8Array, count: number, afterCr: boolean, format: TextFormat): number {
  const finder = endFinder(format);
  let at = afterCr ? finder.skipLf(bytes) : 0;
  for (let left = count; left > 0; left--) {
    const end = finder.find(bytes, at);
    if (end === undefined) return bytes.length;
    at = finder.after(bytes, end);
  }
  return at;
}
