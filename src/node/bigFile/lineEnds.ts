/** How many lines end in some bytes, and how many of the two characters that end lines there are. */
export interface EndCounts {
  readonly ends: number;
  readonly lf: number;
  readonly cr: number;
}

const lf = 10;
const cr = 13;
const ones = 0x01010101;
const low = 0x7f7f7f7f;
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/**
 * Counts line endings (LF, CRLF, lone CR) in text of one-byte units, in which no other character holds those bytes:
 * true of UTF-8 and of all the encodings with single-byte endings that VS Code knows.
 *
 * @param afterCr whether the unit before was a CR, so that an LF in first place ends no further line
 */
export function countEnds(bytes: Uint8Array, afterCr: boolean): EndCounts {
  const words = bytes.byteOffset % 4 === 0 && isLittleEndian ? bytes.length >> 2 : 0;
  const view = new Uint32Array(bytes.buffer, words === 0 ? 0 : bytes.byteOffset, words);
  const whole = bytes.includes(cr) || afterCr ? countBoth(view, afterCr) : countLf(view);
  const carried = words === 0 ? afterCr : bytes[words * 4 - 1] === cr;
  const rest = countSlowly(bytes.subarray(words * 4), 1, 0, carried);
  return { ends: whole.ends + rest.ends, lf: whole.lf + rest.lf, cr: whole.cr + rest.cr };
}

/** The same for UTF-16. */
export function countEnds16(bytes: Uint8Array, bigEndian: boolean, afterCr: boolean): EndCounts {
  return countSlowly(bytes, 2, bigEndian ? 1 : 0, afterCr);
}

function countSlowly(bytes: Uint8Array, width: 1 | 2, place: 0 | 1, afterCr: boolean): EndCounts {
  let lfs = 0;
  let crs = 0;
  let pairs = 0;
  let previous = afterCr;
  for (let at = place; at < bytes.length; at += width) {
    const unit = bytes[at];
    const isPlain = width === 1 || bytes[at ^ 1] === 0;
    if (unit === lf && isPlain) {
      lfs++;
      if (previous) pairs++;
    }
    previous = unit === cr && isPlain;
    if (previous) crs++;
  }
  return { ends: lfs + crs - pairs, lf: lfs, cr: crs };
}

/** Four bytes at once: bit 7 of each byte of `found` is set where the byte is an LF. Sums stay below 256 a byte. */
function countLf(words: Uint32Array): EndCounts {
  let total = 0;
  for (let block = 0; block < words.length; block += 255) {
    const end = Math.min(block + 255, words.length);
    let sums = 0;
    for (let at = block; at < end; at++) {
      const word = (words[at] ?? 0) ^ (lf * ones);
      sums += (~(((word & low) + low) | word) >>> 7) & ones;
    }
    total += sumBytes(sums);
  }
  return { ends: total, lf: total, cr: 0 };
}

/** As above for both characters; an LF ends no line where the byte before (the next lower one) is a CR. */
function countBoth(words: Uint32Array, afterCr: boolean): EndCounts {
  let ends = 0;
  let lfs = 0;
  let crs = 0;
  let carry = afterCr ? 1 : 0;
  for (let block = 0; block < words.length; block += 255) {
    const stop = Math.min(block + 255, words.length);
    let endSums = 0;
    let lfSums = 0;
    let crSums = 0;
    for (let at = block; at < stop; at++) {
      const word = words[at] ?? 0;
      const isLf = word ^ (lf * ones);
      const isCr = word ^ (cr * ones);
      const lfBits = (~(((isLf & low) + low) | isLf) >>> 7) & ones;
      const crBits = (~(((isCr & low) + low) | isCr) >>> 7) & ones;
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
