/** As much of Node's `Buffer` as the suites use. */
export const Buffer = {
  from(source: string | Iterable<number>, encoding = 'utf8'): Bytes {
    const bytes = typeof source === 'string' ? encode(source, encoding) : [...source];
    const buffer = new Bytes(bytes.length);
    buffer.set(bytes);
    return buffer;
  },
  of: (...bytes: readonly number[]): Bytes => Buffer.from(bytes),
  concat: (parts: readonly Uint8Array[]): Bytes => Buffer.from(parts.flatMap((part) => [...part])),
};

class Bytes extends Uint8Array {
  override toString(encoding = 'utf8'): string {
    if (encoding === 'utf8') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
    if (encoding === 'latin1') return Array.from(this, (byte) => String.fromCharCode(byte)).join('');
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    throw unknownEncoding(encoding);
  }
}

function encode(text: string, encoding: string): ArrayLike<number> {
  switch (encoding) {
    case 'utf8':
      return new TextEncoder().encode(text);
    case 'latin1':
      return Array.from(text, (character) => character.charCodeAt(0) & 0xff);
    case 'utf16le':
      return text.split('').flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]);
    default:
      throw unknownEncoding(encoding);
  }
}

function unknownEncoding(encoding: string): Error {
  return new Error(`The worker's Buffer does not know ${encoding}.`);
}
