// Finds the positions of line endings (LF, CRLF, lone CR) in chunks of a file.

import { cr, lf } from './countLineEndings.ts';
import type { TextFormat } from './textFormat.ts';

/** The byte range of a line ending in a chunk. If the chunk ends inside a CRLF, the range has only the CR. */
export interface LineEndingSpan {
  readonly start: number;
  /** Where the next line begins. */
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

/** The index after an LF at the start of a chunk, else 0. For a chunk after a CR, to which that LF belongs. */
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
 * Index in a chunk after its first `count` line endings (at least 1): where the next line begins. Its end for fewer.
 *
 * @param isAfterCr whether the unit before the chunk is a CR; an LF at the start of the chunk is then not counted
 */
export function findIndexAfter(bytes: Uint8Array, count: number, isAfterCr: boolean, format: UnitFormat): number {
  let remaining = count;
  for (const { end } of lineEndingsIn(bytes, isAfterCr ? skipLf(bytes, format) : 0, format))
    if (--remaining === 0) return end;
  return bytes.length;
}
