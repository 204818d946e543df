import { ToolError } from '../wording/errors.ts';

/**
 * Bytes as text. `errors` counts the bytes (UTF-8) or units (UTF-16) that are not valid in the encoding; `faithful`
 * says that encoding `text` again gives back the very bytes.
 */
export interface Decoded {
  readonly text: string;
  readonly errors: number;
  readonly faithful: boolean;
}

/** A byte order mark: VS Code's name of the encoding it announces, and its length in bytes. */
export interface Bom {
  readonly encoding: 'utf8bom' | 'utf16le' | 'utf16be';
  readonly length: number;
}

/** The byte order mark that bytes start with. VS Code knows no UTF-32, whose little-endian mark starts like UTF-16's. */
export function detectBom(bytes: Uint8Array): Bom | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf8bom', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf16be', length: 2 };
  return undefined;
}

/** How far VS Code looks for the zero bytes of UTF-16 without a mark. */
const utf16Head = 512;

/**
 * UTF-16 without a byte order mark, as VS Code tells it, whatever the settings say: in the first bytes each second one is
 * zero, and no other.
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf16le' | 'utf16be' | undefined {
  const head = bytes.subarray(0, utf16Head);
  if (head.length % 2 === 1 || !head.includes(0)) return undefined;
  const zeroAt = (parity: 0 | 1): boolean => head.every((byte, at) => (byte === 0) === (at % 2 === parity));
  return zeroAt(1) ? 'utf16le' : zeroAt(0) ? 'utf16be' : undefined;
}

/** Whether a text holds a half of a surrogate pair without its other half: an escaped byte, or a fault of the text. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}

/** The text as it can be shown: escaped bytes and other lone surrogates become U+FFFD, one for one. */
export function displayText(text: string): string {
  return text.toWellFormed();
}

/**
 * Decodes UTF-8 without loss: each invalid byte becomes the lone low surrogate U+DC00 + byte (U+DC80..U+DCFF, the
 * "surrogate escape" of PEP 383), which no valid UTF-8 decodes to, and `encodeUtf8` makes it that byte again. A byte
 * order mark is kept as U+FEFF; pass the bytes after it to have the text without.
 */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, errors: 0, faithful: true };
  } catch {
    return decodeEscaping(bytes);
  }
}

function decodeEscaping(bytes: Uint8Array): Decoded {
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

/** Bytes of the valid sequence at `at`, 0 if there is none (Unicode 15, table 3-7: no overlong form, no surrogate). */
function sequenceLength(bytes: Uint8Array, at: number, lead: number): number {
  if (lead < 0x80) return 1;
  const size = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (size === 0 || at + size > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let i = at + 2; i < at + size; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}

function codePointAt(bytes: Uint8Array, at: number, lead: number, size: number): number {
  let codePoint = lead & (0xff >> (size + 1));
  for (let i = at + 1; i < at + size; i++) codePoint = (codePoint << 6) | ((bytes[i] ?? 0) & 0x3f);
  return codePoint;
}

function putCodePoint(units: Uint16Array, length: number, codePoint: number): number {
  if (codePoint < 0x10000) {
    units[length] = codePoint;
    return length + 1;
  }
  units[length] = 0xd800 + ((codePoint - 0x10000) >> 10);
  units[length + 1] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
  return length + 2;
}

/** UTF-16 units as a string; in pieces, since a call takes only so many arguments. */
function fromUnits(units: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += 0x1000) {
    parts.push(Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + 0x1000)));
  }
  return parts.join('');
}

/**
 * Encodes as UTF-8, escaped bytes (see `decodeUtf8`) as themselves; no byte order mark is added.
 * Throws `ENCODING` for any other lone surrogate, which UTF-8 cannot hold.
 */
export function encodeUtf8(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (!hasLoneSurrogate(text)) return encoder.encode(text);
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  let done = 0;
  for (const { index, 0: surrogate } of text.matchAll(/[\uD800-\uDFFF]/gu)) {
    if (index > done) length += encoder.encodeInto(text.slice(done, index), bytes.subarray(length)).written;
    const unit = surrogate.charCodeAt(0);
    if (unit < 0xdc80 || unit > 0xdcff) {
      const name = `U+${unit.toString(16).toUpperCase()}`;
      throw new ToolError('ENCODING', `UTF-8 cannot represent the lone surrogate ${name}. Send whole characters.`);
    }
    bytes[length++] = unit - 0xdc00;
    done = index + 1;
  }
  length += encoder.encodeInto(text.slice(done), bytes.subarray(length)).written;
  return bytes.slice(0, length);
}

/**
 * Decodes UTF-16 unit by unit, so that lone surrogates stay what they are; a byte left over at the end is lost, which
 * `faithful` tells. Pass the bytes after a byte order mark to have the text without it.
 */
export function decodeUtf16(bytes: Uint8Array, encoding: 'utf16le' | 'utf16be'): Decoded {
  const units = new Uint16Array(bytes.length >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < units.length; i++) units[i] = view.getUint16(i * 2, encoding === 'utf16le');
  const text = fromUnits(units);
  const odd = bytes.length % 2;
  const lone = hasLoneSurrogate(text) ? (text.match(/[\uD800-\uDFFF]/gu)?.length ?? 0) : 0;
  return { text, errors: lone + odd, faithful: odd === 0 };
}

/** Encodes as UTF-16 unit by unit, lone surrogates too; no byte order mark is added. */
export function encodeUtf16(text: string, encoding: 'utf16le' | 'utf16be'): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), encoding === 'utf16le');
  return bytes;
}
