// Applies binary patches: zlib streams that contain a whole file, or git's delta against the file before.
import { ToolError, invalidPatchError } from '../../wording/errors.ts';
import { maxBinaryBytes } from '../parse/binaryBody.ts';
import type { BinaryPart } from '../parse/types.ts';

/**
 * Applies the binary part of a patch.
 *
 * @param before bytes of the file, none for a new one
 * @param path for messages only
 * @throws ToolError PATCH_INVALID for damaged data, PATCH_CONFLICT for a delta against another file
 */
export async function applyBinary(before: Uint8Array, part: BinaryPart, path: string): Promise<Uint8Array> {
  const data = await inflatePart(part, path);
  return part.method === 'literal' ? data : applyDelta(before, data, path);
}

async function inflatePart(part: BinaryPart, path: string): Promise<Uint8Array> {
  try {
    return await inflate(part.data, part.size);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw damagedError(path, error.message);
  }
}

/** The size of a copy whose instruction states 0. */
const maxCopySize = 0x10000;

/**
 * Applies a git delta (gitformat-pack, "Deltified representation"): the sizes of both sides as little-endian base-128
 * numbers, then instructions: `0xxxxxxx` inserts the next x bytes; `1fffffff` copies from `before`, each flag bit
 * announcing one of four offset bytes and three size bytes; size 0 means `maxCopySize`.
 */
function applyDelta(before: Uint8Array, delta: Uint8Array, path: string): Uint8Array {
  const reader = new DeltaReader(delta, path);
  if (reader.readSize() !== before.length) {
    throw new ToolError(
      'PATCH_CONFLICT',
      `The binary patch of ${path} was made for another version of the file. Make it again from the file as it is.`,
    );
  }
  const size = reader.readSize();
  if (size > maxBinaryBytes) throw damagedError(path, 'it says it is too large');
  const after = new Uint8Array(size);
  let length = 0;
  while (reader.next < delta.length) {
    const instruction = reader.readByte();
    if (instruction === 0) throw damagedError(path, 'the delta holds an unknown instruction');
    const isInsertion = instruction < 128;
    const offset = isInsertion ? reader.next : reader.readFlagged(instruction, 4);
    const count = isInsertion ? instruction : reader.readFlagged(instruction >> 4, 3) || maxCopySize;
    const source = isInsertion ? delta : before;
    if (offset + count > source.length || length + count > size) throw damagedError(path, 'the delta points outside');
    after.set(source.subarray(offset, offset + count), length);
    length += count;
    if (isInsertion) reader.next += count;
  }
  if (length !== size) throw damagedError(path, 'the delta is shorter than announced');
  return after;
}

/** Reads the numbers of a delta. `next` is the offset of the next byte. */
class DeltaReader {
  readonly #delta: Uint8Array;
  readonly #path: string;
  next = 0;

  constructor(delta: Uint8Array, path: string) {
    this.#delta = delta;
    this.#path = path;
  }

  readByte(): number {
    const value = this.#delta[this.next++];
    if (value === undefined) throw damagedError(this.#path, 'the delta ends too early');
    return value;
  }

  /** Reads a little-endian base-128 number; a set high bit means that more digits follow. */
  readSize(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.readByte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      // Beyond 2^53, the sum would not be exact.
      if (scale > 2 ** 40) throw damagedError(this.#path, 'a size is out of range');
    }
  }

  /** Reads a little-endian number of `maxBytes` bytes. A byte whose bit in `flags` is 0 is 0, and not in the delta. */
  readFlagged(flags: number, maxBytes: number): number {
    let value = 0;
    for (let bit = 0; bit < maxBytes; bit++) if ((flags >> bit) & 1) value += this.readByte() * 256 ** bit;
    return value;
  }
}

function damagedError(path: string, reason: string): ToolError {
  return invalidPatchError(
    `The binary data for ${path} is damaged: ${reason}. Make the patch again with git diff --binary.`,
  );
}

/** Thrown for an invalid zlib stream, or one of another size than announced. `damagedError` quotes its message. */
export class InflateError extends Error {}

/**
 * Inflates a zlib stream (RFC 1950) to exactly `size` bytes by the platform's decoder, in memory bounded by `size`.
 *
 * @throws InflateError if the stream is damaged, its checksum is wrong, or its size differs
 */
export async function inflate(data: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Uint8Array(size);
  let length = 0;
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // A decoding error also rejects the read, which reports it; here it would be an unhandled rejection.
  const writing = writer.write(data).then(() => writer.close());
  writing.catch(() => undefined);
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > size) throw new InflateError('the stream is longer than announced');
      output.set(value, length);
      length += value.length;
    }
    await writing;
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof InflateError ? error : new InflateError('its zlib stream is invalid', { cause: error });
  }
  if (length !== size) throw new InflateError('the stream is shorter than announced');
  return output;
}
