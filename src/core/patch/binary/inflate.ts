/** Thrown for a stream that is damaged, or that does not hold what was announced. */
export class InflateError extends Error {}

/**
 * Inflates a zlib stream (RFC 1950) to exactly `size` bytes, by the platform's own decoder. Memory is bounded by `size`,
 * whatever the stream says of itself.
 *
 * @throws InflateError if the stream is damaged, its checksum is wrong, or it does not hold `size` bytes.
 */
export async function inflate(data: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(size);
  let length = 0;
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // A decoder that fails fails the reading as well; that is where it is told.
  const written = writer.write(data).then(() => writer.close());
  written.catch(() => undefined);
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > size) throw new InflateError('the stream is longer than announced');
      out.set(value, length);
      length += value.length;
    }
    await written;
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof InflateError ? error : new InflateError('its zlib stream is invalid', { cause: error });
  }
  if (length !== size) throw new InflateError('the stream is shorter than announced');
  return out;
}
