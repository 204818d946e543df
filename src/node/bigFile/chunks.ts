import type { FileHandle } from 'node:fs/promises';

/** A part of a file: its bytes and where they begin. The bytes are only good until the next part is asked for. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly offset: number;
}

/**
 * Reads a file from `offset` to its end in parts of `size` bytes (the last one may be shorter). From the second one on
 * it is one part ahead of the caller, so that reading and working on it go on at the same time; often the first part is
 * all that is wanted. Holds two parts of memory.
 *
 * @param size a multiple of 4, since the parts are looked at as words
 */
export async function* readChunks(
  file: FileHandle,
  offset: number,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<Chunk, void, void> {
  const buffers: (Buffer | undefined)[] = [];
  const read = (part: number): Promise<Buffer> => {
    const buffer = (buffers[part % 2] ??= Buffer.from(new ArrayBuffer(size)));
    return fill(file, buffer, offset + part * size);
  };
  let pending = read(0);
  try {
    for (let part = 0; ; part++) {
      signal?.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- parts come in order
      const bytes = await pending;
      if (bytes.length === 0) return;
      const isLast = bytes.length < size;
      if (part > 0 && !isLast) pending = read(part + 1);
      yield { bytes, offset: offset + part * size };
      if (isLast) return;
      if (part === 0) pending = read(1);
    }
  } finally {
    // The file must not be closed under a read, and its failure has nobody left to tell.
    await pending.catch(() => undefined);
  }
}

/** Files that are made while they are read, such as those of `/proc`, may give less than was asked for. */
async function fill(file: FileHandle, buffer: Buffer, offset: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    // oxlint-disable-next-line no-await-in-loop -- each read begins where the one before ended
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, offset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
