// RFC 1950 (zlib) and RFC 1951 (deflate), reading only, after the description in the RFCs.

/** Thrown for a stream that is damaged, or that holds more than was announced. */
export class InflateError extends Error {}

/**
 * Inflates a zlib stream to exactly `size` bytes. Memory and time are bounded by `size` and the length of `data`,
 * whatever the stream says of itself.
 *
 * @throws InflateError if the stream is damaged, its checksum is wrong, or it does not hold `size` bytes.
 */
export function inflate(data: Uint8Array, size: number): Uint8Array {
  if (data.length < 6 || ((data[0] ?? 0) & 15) !== 8) throw new InflateError('not a zlib stream');
  const out = new Uint8Array(size);
  const bits = new Bits(data, 2);
  let length = 0;
  for (let last = false; !last;) {
    last = bits.take(1) === 1;
    const type = bits.take(2);
    if (type === 0) length = stored(bits, out, length);
    else if (type === 1) length = compressed(bits, out, length, fixedLiterals, fixedDistances);
    else if (type === 2) {
      const [literals, distances] = dynamicTables(bits);
      length = compressed(bits, out, length, literals, distances);
    } else throw new InflateError('unknown block type');
  }
  if (length !== size) throw new InflateError('the stream is shorter than announced');
  if (bits.checksum() !== adler32(out)) throw new InflateError('the checksum is wrong');
  return out;
}

class Bits {
  readonly #data: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(data: Uint8Array, at: number) {
    this.#data = data;
    this.#at = at;
  }

  take(count: number): number {
    while (this.#count < count) {
      this.#held |= this.byte() << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  byte(): number {
    const byte = this.#data[this.#at++];
    if (byte === undefined) throw new InflateError('the stream ends too early');
    return byte;
  }

  /** Drops what is left of the current byte. */
  align(): void {
    this.#held = 0;
    this.#count = 0;
  }

  checksum(): number {
    this.align();
    return ((this.byte() << 24) | (this.byte() << 16) | (this.byte() << 8) | this.byte()) >>> 0;
  }
}

/** A canonical Huffman code: how many codes there are of each length, and their symbols in order. */
interface Table {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function table(lengths: readonly number[]): Table {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(17);
  for (let length = 1; length < 16; length++) offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const offset = offsets[length] ?? 0;
    symbols[offset] = symbol;
    offsets[length] = offset + 1;
  }
  return { counts, symbols };
}

function symbolOf(bits: Bits, { counts, symbols }: Table): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length < 16; length++) {
    code |= bits.take(1);
    const count = counts[length] ?? 0;
    if (code - count < first) return symbols[index + code - first] ?? 0;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw new InflateError('invalid code');
}

function stored(bits: Bits, out: Uint8Array, length: number): number {
  bits.align();
  const count = bits.byte() | (bits.byte() << 8);
  if ((bits.byte() | (bits.byte() << 8)) !== (~count & 0xffff)) throw new InflateError('invalid stored block');
  if (length + count > out.length) throw new InflateError('the stream is longer than announced');
  for (let done = 0; done < count; done++) out[length + done] = bits.byte();
  return length + count;
}

function compressed(bits: Bits, out: Uint8Array, start: number, literals: Table, distances: Table): number {
  let length = start;
  for (;;) {
    const symbol = symbolOf(bits, literals);
    if (symbol === 256) return length;
    if (symbol < 256) {
      if (length >= out.length) throw new InflateError('the stream is longer than announced');
      out[length++] = symbol;
      continue;
    }
    const run = runOf(bits, lengthCodes, symbol - 257);
    const distance = runOf(bits, distanceCodes, symbolOf(bits, distances));
    if (distance > length) throw new InflateError('a distance reaches before the start');
    if (length + run > out.length) throw new InflateError('the stream is longer than announced');
    for (let done = 0; done < run; done++, length++) out[length] = out[length - distance] ?? 0;
  }
}

function dynamicTables(bits: Bits): [Table, Table] {
  const literalCount = bits.take(5) + 257;
  const distanceCount = bits.take(5) + 1;
  const codeCount = bits.take(4) + 4;
  const codeLengths = Array.from({ length: 19 }, () => 0);
  for (let at = 0; at < codeCount; at++) codeLengths[codeOrder[at] ?? 0] = bits.take(3);
  const codes = table(codeLengths);
  const lengths: number[] = [];
  while (lengths.length < literalCount + distanceCount) {
    const symbol = symbolOf(bits, codes);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) repeat(lengths, lengths.at(-1) ?? 0, 3 + bits.take(2));
    else repeat(lengths, 0, symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7));
  }
  return [table(lengths.slice(0, literalCount)), table(lengths.slice(literalCount, literalCount + distanceCount))];
}

function repeat(lengths: number[], value: number, times: number): void {
  for (let done = 0; done < times; done++) lengths.push(value);
}

/** Base value and extra bits of each length or distance code. */
type RunCodes = readonly (readonly [number, number])[];

function runOf(bits: Bits, codes: RunCodes, symbol: number): number {
  const code = codes[symbol];
  if (code === undefined) throw new InflateError('invalid length or distance');
  return code[0] + bits.take(code[1]);
}

/** Runs double in step every `group` codes, as RFC 1951 section 3.2.5 lays them out. */
function runCodes(first: number, count: number, group: number): (readonly [number, number])[] {
  const codes: (readonly [number, number])[] = [];
  for (let at = 0, base = first; at < count; at++) {
    const extra = Math.max(0, Math.floor(at / group) - 1);
    codes.push([base, extra]);
    base += 2 ** extra;
  }
  return codes;
}

const lengthCodes: RunCodes = [...runCodes(3, 28, 4), [258, 0]];
const distanceCodes: RunCodes = runCodes(1, 30, 2);
const codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const fixedLiterals = table(
  Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const fixedDistances = table(Array.from({ length: 30 }, () => 5));

function adler32(data: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}
