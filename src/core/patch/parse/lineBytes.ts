import { startsAfter } from '../../text/text.ts';

/** A text as bytes: comparing lines byte by byte takes a tenth of the time of cutting them out of their texts. */
export interface LineBytes {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Where lines begin in `bytes`, the end of the last one included. */
  readonly starts: Int32Array;
}

/** Of a text that is no valid Unicode, whose UTF-8 might be that of another: no line of it is like any other then. */
const noLines: LineBytes = { bytes: new Uint8Array(), starts: new Int32Array() };

/** The bytes of a text whose lines end at LF and begin at `starts`; `utf8` are its bytes, where they are at hand. */
export function lineBytes(text: string, starts: Int32Array, utf8?: Uint8Array): LineBytes {
  if (!text.isWellFormed()) return noLines;
  const bytes = utf8 ?? new TextEncoder().encode(text);
  return { bytes, starts: bytes.length === text.length ? starts : startsAfter(10, bytes) };
}
