// Finds and counts line endings (LF, CRLF, lone CR) in bytes, fast enough for files of gigabytes.

import type { TextFormat } from './textFormat.ts';

/** The byte range of a line ending in a chunk. If the chunk ends inside a CRLF, the range has only the CR. */
export interface LineEndingSpan {
  readonly start: number;
  /** The start of the next line. */
  readonly end: number;
}

type UnitFormat = Pick<TextFormat, 'unitBytes' | 'bigEndian'>;

/** Finds the line endings of a chunk at or after the index `from`, the start of a code unit. */
export function* lineEndingsIn(bytes: Uint8Array, from: number, format: UnitFormat): Generator<LineEndingSpan, void> {
  const indexOf = (byte: number, at: number): number => {
    const found = bytes.indexOf(byte, at);
    return found < 0 ? bytes.length : found;
  };
  // Cached: in a chunk without one of the two, each line would otherwise search for it up to the end.
  let nextCr = -1;
  let nextLf = -1;
  const findByte = (at: number): number => {
    if (nextCr < at) nextCr = indexOf(cr, at);
    if (nextLf < at) nextLf = indexOf(lf, at);
    return Math.min(nextCr, nextLf);
  };
  const findUnit = (start: number): number => {
    for (let at = start; at + 1 < bytes.length; at += 2) {
      const unit = unitAt(bytes, at, format);
      if (unit === lf || unit === cr) return at;
    }
    return bytes.length;
  };
  const findLineEnding = format.unitBytes === 1 ? findByte : findUnit;
  for (let start = findLineEnding(from); start < bytes.length;) {
    const nextUnit = start + format.unitBytes;
    const isCrlf = unitAt(bytes, start, format) === cr && unitAt(bytes, nextUnit, format) === lf;
    const end = isCrlf ? nextUnit + format.unitBytes : nextUnit;
    yield { start, end };
    start = findLineEnding(end);
  }
}

/**
 * The index after an LF at the start of a chunk; 0 without one. For a chunk after a CR, to which such an LF belongs.
 */
export function skipLf(bytes: Uint8Array, format: UnitFormat): number {
  return unitAt(bytes, 0, format) === lf ? format.unitBytes : 0;
}

/** The code unit at a byte index; 0 after the end. */
function unitAt(bytes: Uint8Array, at: number, { unitBytes, bigEndian }: UnitFormat): number {
  const first = bytes[at] ?? 0;
  if (unitBytes === 1) return first;
  const second = bytes[at + 1] ?? 0;
  return bigEndian ? first * 256 + second : second * 256 + first;
}

/**
 * Index in a chunk after its first `count` line endings (at least 1): where the next line begins. The end of the
 * chunk if it has fewer.
 *
 * @param isAfterCr whether the unit before the chunk is a CR; an LF at the start of the chunk is then not counted
 */
export function findIndexAfter(bytes: Uint8Array, count: number, isAfterCr: boolean, format: UnitFormat): number {
  let remaining = count;
  for (const { end } of lineEndingsIn(bytes, isAfterCr ? skipLf(bytes, format) : 0, format))
    if (--remaining === 0) return end;
  return bytes.length;
}

/** Numbers of line endings, LFs and CRs in some bytes. A CRLF is one ending, with one LF and one CR. */
export interface LineEndingCounts {
  readonly endings: number;
  readonly lf: number;
  readonly cr: number;
}

/** Code units of the characters that end lines. */
export const lf = 10;
export const cr = 13;
/** Masks for counting in four bytes at once, see `countLf`. */
const oneInEachByte = 0x01010101;
const low7BitsOfEachByte = 0x7f7f7f7f;
/** In `countLf`, a byte of `sums` counts at most one LF for each word, up to 255. */
const maxWordsBeforeOverflow = 255;

/**
 * Counts line endings in text of one-byte units in which only CR and LF use those bytes: UTF-8, and all encodings with
 * single-byte endings that VS Code supports.
 *
 * @param isAfterCr whether the unit before was a CR; an LF at the start then belongs to that ending
 */
export function countLineEndings(bytes: Uint8Array, isAfterCr: boolean): LineEndingCounts {
  const lfs = countLf(bytes);
  let crs = 0;
  let pairs = isAfterCr && bytes[0] === lf ? 1 : 0;
  for (let at = bytes.indexOf(cr); at >= 0; at = bytes.indexOf(cr, at + 1)) {
    crs++;
    if (bytes[at + 1] === lf) pairs++;
  }
  return { endings: lfs + crs - pairs, lf: lfs, cr: crs };
}

/** As `countLineEndings`, for UTF-16. An odd byte at the end is ignored. */
export function countLineEndingsUtf16(bytes: Uint8Array, bigEndian: boolean, isAfterCr: boolean): LineEndingCounts {
  let lfs = 0;
  let crs = 0;
  let pairs = 0;
  let isPreviousCr = isAfterCr;
  // Reads the low byte of each unit. The other byte, at `index ^ 1`, is 0 in a CR or LF.
  for (let index = bigEndian ? 1 : 0; index < bytes.length; index += 2) {
    const unit = bytes[index ^ 1] === 0 ? bytes[index] : undefined;
    if (unit === lf) {
      lfs++;
      if (isPreviousCr) pairs++;
    }
    isPreviousCr = unit === cr;
    if (isPreviousCr) crs++;
  }
  return { endings: lfs + crs - pairs, lf: lfs, cr: crs };
}

/**
 * Counts LFs four bytes at a time (SWAR); one at a time if the bytes do not begin at a multiple of 4 in their buffer.
 * XOR turns an LF into a zero byte. The next step sets bit 7 of zero bytes only, and shifts it to bit 0. Each of the
 * four bytes of `sums` counts the LFs at its position in the words.
 */
function countLf(bytes: Uint8Array): number {
  const wordCount = bytes.byteOffset % 4 === 0 ? bytes.length >> 2 : 0;
  const words = new Uint32Array(bytes.buffer, wordCount === 0 ? 0 : bytes.byteOffset, wordCount);
  let total = 0;
  for (let block = 0; block < wordCount; block += maxWordsBeforeOverflow) {
    const end = Math.min(block + maxWordsBeforeOverflow, wordCount);
    let sums = 0;
    for (let index = block; index < end; index++) {
      const word = (words[index] ?? 0) ^ (lf * oneInEachByte);
      sums += (~(((word & low7BitsOfEachByte) + low7BitsOfEachByte) | word) >>> 7) & oneInEachByte;
    }
    total += sumBytes(sums);
  }
  for (const byte of bytes.subarray(wordCount * 4)) if (byte === lf) total++;
  return total;
}

function sumBytes(word: number): number {
  return (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24);
}
