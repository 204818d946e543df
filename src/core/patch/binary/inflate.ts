// Inflates the zlib streams of binary patches, within the announced size.

/** Thrown for an invalid zlib stream, or one of another size than announced. */
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
