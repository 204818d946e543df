// Finds line endings in chunks of a file.
import type { TextFormat } from './textDecoder.ts';

/** The bytes of a line ending in a chunk: of a CRLF only the CR, if the chunk ends between them. */
export interface LineEndingSpan {
  readonly start: number;
  /** Where the next line begins. */
  readonly end: number;
}

type UnitFormat = Pick<TextFormat, 'width' | 'bigEndian'>;

/** Finds the line endings (LF, CRLF, lone CR) of a chunk at or after `from`, the start of a unit. */
export function* lineEndingsIn(bytes: Uint8Array, from: number, format: UnitFormat): Generator<LineEndingSpan, void> {
  const { width } = format;
  const indexOf = (byte: number, at: number): number => {
    const found = bytes.indexOf(byte, at);
    return found < 0 ? bytes.length : found;
  };
  // Cached: in a chunk without one of the two, each line would otherwise search for it up to the end.
  let [nextCr, nextLf] = [-1, -1];
  const findByte = (at: number): number => {
    if (nextCr < at) nextCr = indexOf(13, at);
    if (nextLf < at) nextLf = indexOf(10, at);
    return Math.min(nextCr, nextLf);
  };
  const findUnit = (start: number): number => {
    for (let at = start; at + 1 < bytes.length; at += 2) {
      const unit = unitAt(bytes, at, format);
      if (unit === 10 || unit === 13) return at;
    }
    return bytes.length;
  };
  const find = width === 1 ? findByte : findUnit;
  for (let start = find(from); start < bytes.length;) {
    const next = start + width;
    const isCrlf = unitAt(bytes, start, format) === 13 && unitAt(bytes, next, format) === 10;
    const end = isCrlf ? next + width : next;
    yield { start, end };
    start = find(end);
  }
}

/** The index after an LF at the start of a chunk whose predecessor ended with its CR. */
export function skipLf(bytes: Uint8Array, format: UnitFormat): number {
  return unitAt(bytes, 0, format) === 10 ? format.width : 0;
}

/** The unit at an index; 0 after the end. */
function unitAt(bytes: Uint8Array, at: number, { width, bigEndian }: UnitFormat): number {
  const first = bytes[at] ?? 0;
  if (width === 1) return first;
  const second = bytes[at + 1] ?? 0;
  return bigEndian ? first * 256 + second : second * 256 + first;
}

/**
 * Index in a chunk after its line ending number `count` (at least 1).
 *
 * @param isAfterCr whether the unit before the chunk is a CR; an LF at the start of the chunk is then not counted
 */
export function findIndexAfter(bytes: Uint8Array, count: number, isAfterCr: boolean, format: UnitFormat): number {
  let remaining = count;
  for (const { end } of lineEndingsIn(bytes, isAfterCr ? skipLf(bytes, format) : 0, format))
    if (--remaining === 0) return end;
  return bytes.length;
}
