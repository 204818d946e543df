// Counts line endings (LF, CRLF, lone CR) in bytes, four bytes at a time where possible.

/** Numbers of line endings, LFs and CRs in some bytes; a CRLF is one ending. */
export interface EndCounts {
  readonly ends: number;
  readonly lf: number;
  readonly cr: number;
}

const lf = 10;
const cr = 13;
const oneInEachByte = 0x01010101;
const low7BitsOfEachByte = 0x7f7f7f7f;
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/**
 * Counts line endings in text of one-byte units in which only CR and LF use those bytes: UTF-8, and all encodings with
 * single-byte endings that VS Code supports.
 *
 * @param isAfterCr whether the unit before was a CR; an LF at the start then belongs to that ending
 */
export function countLineEnds(bytes: Uint8Array, isAfterCr: boolean): EndCounts {
  const wordCount = bytes.byteOffset % 4 === 0 && isLittleEndian ? bytes.length >> 2 : 0;
  const view = new Uint32Array(bytes.buffer, wordCount === 0 ? 0 : bytes.byteOffset, wordCount);
  const whole = bytes.includes(cr) || isAfterCr ? countBoth(view, isAfterCr) : countLf(view);
  const carried = wordCount === 0 ? isAfterCr : bytes[wordCount * 4 - 1] === cr;
  const rest = countUnits(bytes.subarray(wordCount * 4), 1, 0, carried);
  return { ends: whole.ends + rest.ends, lf: whole.lf + rest.lf, cr: whole.cr + rest.cr };
}

/** Counts line endings in UTF-16. */
export function countLineEnds16(bytes: Uint8Array, bigEndian: boolean, isAfterCr: boolean): EndCounts {
  return countUnits(bytes, 2, bigEndian ? 1 : 0, isAfterCr);
}

/** Counts unit by unit; `lowByte` is the index of a unit's low byte. */
function countUnits(bytes: Uint8Array, width: 1 | 2, lowByte: 0 | 1, isAfterCr: boolean): EndCounts {
  let lfs = 0;
  let crs = 0;
  let pairs = 0;
  let isPreviousCr = isAfterCr;
  for (let index = lowByte; index < bytes.length; index += width) {
    const unit = bytes[index];
    const isOneByte = width === 1 || bytes[index ^ 1] === 0;
    if (unit === lf && isOneByte) {
      lfs++;
      if (isPreviousCr) pairs++;
    }
    isPreviousCr = unit === cr && isOneByte;
    if (isPreviousCr) crs++;
  }
  return { ends: lfs + crs - pairs, lf: lfs, cr: crs };
}

/**
 * Counts LFs four bytes at a time (SWAR), for pages deep in files of gigabytes. XOR turns an LF into a zero byte, whose
 * bit 7 is then shifted to bit 0; each byte of `sums` counts at most 255 of them.
 */
function countLf(words: Uint32Array): EndCounts {
  let total = 0;
  for (let block = 0; block < words.length; block += 255) {
    const end = Math.min(block + 255, words.length);
    let sums = 0;
    for (let index = block; index < end; index++) {
      const word = (words[index] ?? 0) ^ (lf * oneInEachByte);
      sums += (~(((word & low7BitsOfEachByte) + low7BitsOfEachByte) | word) >>> 7) & oneInEachByte;
    }
    total += sumBytes(sums);
  }
  return { ends: total, lf: total, cr: 0 };
}

/** As `countLf`, for both characters; an LF is not a separate ending if the next lower byte is a CR. */
function countBoth(words: Uint32Array, isAfterCr: boolean): EndCounts {
  let ends = 0;
  let lfs = 0;
  let crs = 0;
  let carry = isAfterCr ? 1 : 0;
  for (let block = 0; block < words.length; block += 255) {
    const stop = Math.min(block + 255, words.length);
    let endSums = 0;
    let lfSums = 0;
    let crSums = 0;
    for (let index = block; index < stop; index++) {
      const word = words[index] ?? 0;
      const isLf = word ^ (lf * oneInEachByte);
      const isCr = word ^ (cr * oneInEachByte);
      const lfBits = (~(((isLf & low7BitsOfEachByte) + low7BitsOfEachByte) | isLf) >>> 7) & oneInEachByte;
      const crBits = (~(((isCr & low7BitsOfEachByte) + low7BitsOfEachByte) | isCr) >>> 7) & oneInEachByte;
      endSums += crBits | (lfBits & ~((crBits << 8) | carry));
      lfSums += lfBits;
      crSums += crBits;
      carry = crBits >>> 24;
    }
    ends += sumBytes(endSums);
    lfs += sumBytes(lfSums);
    crs += sumBytes(crSums);
  }
  return { ends, lf: lfs, cr: crs };
}

function sumBytes(sums: number): number {
  return (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
}
