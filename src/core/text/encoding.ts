// Detects, decodes and encodes UTF-8 and UTF-16. Invalid bytes of UTF-8 are not lost: they become lone surrogates, and
// bytes again (PEP 383).
import { ToolError } from '../wording/errors.ts';
import { countOccurrences } from './text.ts';

/**
 * A text that each of VS Code's encodings encodes to different bytes (letters that an encoding lacks become `?`). The
 * bytes to which VS Code encodes it for a file show which encoding that file has.
 */
export const encodingProbe = 'éяｱ中한€ØÝµЄÌˆЎҒء';

/** Text decoded from bytes. */
export interface Decoded {
  readonly text: string;
  /** Number of invalid bytes (UTF-8) or units (UTF-16). */
  readonly errors: number;
  /** Whether encoding `text` again gives the same bytes. */
  readonly faithful: boolean;
}

/** A byte order mark. */
export interface Bom {
  /** VS Code's name for the encoding. */
  readonly encoding: 'utf8bom' | 'utf16le' | 'utf16be';
  /** Length in bytes. */
  readonly length: number;
}

/** Finds the byte order mark at the start of bytes. VS Code does not support UTF-32, so its mark counts as UTF-16's. */
export function detectBom(bytes: Uint8Array): Bom | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf8bom', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf16be', length: 2 };
  return undefined;
}

/** Number of bytes in which VS Code searches for UTF-16 without a mark. */
const utf16HeadBytes = 512;

/** Detects UTF-16 without a byte order mark as VS Code does: in the first bytes exactly every second one is zero. */
export function detectUnmarkedUtf16(bytes: Uint8Array): 'utf16le' | 'utf16be' | undefined {
  const head = bytes.subarray(0, utf16HeadBytes);
  if (head.length % 2 === 1 || !head.includes(0)) return undefined;
  // The text is taken for ASCII, so each unit has one zero byte.
  const areZerosAt = (parity: 0 | 1): boolean => head.every((byte, at) => (byte === 0) === (at % 2 === parity));
  if (areZerosAt(1)) return 'utf16le';
  return areZerosAt(0) ? 'utf16be' : undefined;
}

/** Whether a text has a surrogate without its other half: a byte escaped by `decodeUtf8`, or an error in the text. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}

/** Whether an offset is between the two halves of a surrogate pair. */
export function isInsidePair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

/** Text for display: each lone surrogate becomes U+FFFD, so offsets stay valid. */
export function displayText(text: string): string {
  return text.toWellFormed();
}

/** Number of UTF-16 units at the start of a text in which VS Code takes a NUL for the mark of a binary file. */
const binaryCheckUnits = 512;

/**
 * Returns the text if an editor shows it in a review.
 * @throws `ToolError` `ENCODING` if VS Code would say only that the file is binary
 */
export function requireShowable(text: string): string {
  if (!text.slice(0, binaryCheckUnits).includes('\0')) return text;
  throw new ToolError(
    'ENCODING',
    'The new text has a NUL (U+0000) near its start, so VS Code would take it for binary and not show it. Nothing was changed. Send it without that.',
  );
}

/** Number of replacement characters (U+FFFD) in a text, which decoders put in place of invalid bytes. */
export function countReplacements(text: string): number {
  return countOccurrences(text, '\uFFFD');
}

/**
 * Decodes UTF-8 without loss: an invalid byte becomes the lone surrogate U+DC00 + byte ("surrogateescape" of PEP 383),
 * which `encodeUtf8` turns back. A byte order mark is kept as U+FEFF.
 */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, errors: 0, faithful: true };
  } catch {
    return decodeWithEscapes(bytes);
  }
}

function decodeWithEscapes(bytes: Uint8Array): Decoded {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  let errors = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const size = sequenceLength(bytes, at, lead);
    if (size === 0) {
      units[length++] = 0xdc00 + lead;
      errors++;
      at++;
      continue;
    }
    if (size === 1) units[length++] = lead;
    else length = putCodePoint(units, length, codePointAt(bytes, at, lead, size));
    at += size;
  }
  return { text: fromUnits(units.subarray(0, length)), errors, faithful: true };
}

/** The second byte's range after a lead byte where it is narrower than 80–BF: no overlong forms, no surrogates. */
const secondByteRanges: ReadonlyMap<number, readonly [low: number, high: number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

/** Number of bytes of the valid UTF-8 sequence at `at`, 0 if it is invalid (Unicode 15, table 3-7). */
function sequenceLength(bytes: Uint8Array, at: number, lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size = sizeByLead(lead);
  const [low, high] = secondByteRanges.get(lead) ?? [0x80, 0xbf];
  const second = bytes[at + 1] ?? 0;
  if (at + size > bytes.length || second < low || second > high) return 0;
  for (let i = at + 2; i < at + size; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}

function sizeByLead(lead: number): number {
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function codePointAt(bytes: Uint8Array, at: number, lead: number, size: number): number {
  let codePoint = lead & (0xff >> (size + 1));
  for (let i = at + 1; i < at + size; i++) codePoint = (codePoint << 6) | ((bytes[i] ?? 0) & 0x3f);
  return codePoint;
}

/** Writes a code point as UTF-16 at index `length`; returns the new length. */
function putCodePoint(units: Uint16Array, length: number, codePoint: number): number {
  if (codePoint < 0x10000) {
    units[length] = codePoint;
    return length + 1;
  }
  units[length] = 0xd800 + ((codePoint - 0x10000) >> 10);
  units[length + 1] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
  return length + 2;
}

/** Creates a string from UTF-16 units, in pieces, since the number of arguments of a call is limited. */
function fromUnits(units: Uint16Array): string {
  const maxArguments = 0x1000;
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += maxArguments) {
    parts.push(Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + maxArguments)));
  }
  return parts.join('');
}

/**
 * Encodes UTF-8 without a byte order mark; restores bytes escaped by `decodeUtf8`.
 *
 * @throws `ToolError` `ENCODING` for any other lone surrogate, which UTF-8 cannot represent
 */
export function encodeUtf8(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (!hasLoneSurrogate(text)) return encoder.encode(text);
  // UTF-8 takes at most three bytes for a UTF-16 unit.
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  let encodedTo = 0;
  for (const { index, 0: surrogate } of text.matchAll(/[\uD800-\uDFFF]/gu)) {
    if (index > encodedTo) length += encoder.encodeInto(text.slice(encodedTo, index), bytes.subarray(length)).written;
    const unit = surrogate.charCodeAt(0);
    if (unit < 0xdc80 || unit > 0xdcff) {
      const name = `U+${unit.toString(16).toUpperCase()}`;
      throw new ToolError('ENCODING', `UTF-8 cannot represent the lone surrogate ${name}. Send whole characters.`);
    }
    bytes[length++] = unit - 0xdc00;
    encodedTo = index + 1;
  }
  length += encoder.encodeInto(text.slice(encodedTo), bytes.subarray(length)).written;
  return bytes.slice(0, length);
}

/** Decodes UTF-16 unit by unit, keeping lone surrogates; an odd last byte is lost, so the text is not `faithful`. */
export function decodeUtf16(bytes: Uint8Array, encoding: 'utf16le' | 'utf16be'): Decoded {
  const units = new Uint16Array(bytes.length >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < units.length; i++) units[i] = view.getUint16(i * 2, encoding === 'utf16le');
  const text = fromUnits(units);
  const oddBytes = bytes.length % 2;
  const loneCount = hasLoneSurrogate(text) ? (text.match(/[\uD800-\uDFFF]/gu)?.length ?? 0) : 0;
  return { text, errors: loneCount + oddBytes, faithful: oddBytes === 0 };
}

/** Encodes UTF-16 unit by unit, keeping lone surrogates, without a byte order mark. */
export function encodeUtf16(text: string, encoding: 'utf16le' | 'utf16be'): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), encoding === 'utf16le');
  return bytes;
}
