import type { FileHandle } from 'node:fs/promises';

/** A part of a file: its bytes and where they begin. The bytes are only good until the next part is asked for. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly offset: number;
}

/**
 * Reads a file from `offset` to its end in parts of `size` bytes (the last one may be shorter), always one part ahead
 * of the caller, so that reading and working on it go on at the same time. Holds two parts of memory.
 *
 * @param size a multiple of 4, since the parts are looked at as words
 */
export async function* readChunks(
  file: FileHandle,
  offset: number,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<Chunk, void, void> {
  const buffers = [Buffer.from(new ArrayBuffer(size)), Buffer.from(new ArrayBuffer(size))] as const;
  let at = offset;
  let turn = 0;
  let pending = fill(file, buffers[0], at);
  try {
    for (;;) {
      signal?.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- parts come in order
      const bytes = await pending;
      if (bytes.length === 0) return;
      turn = 1 - turn;
      if (bytes.length === size) pending = fill(file, buffers[turn === 0 ? 0 : 1], at + size);
      yield { bytes, offset: at };
      if (bytes.length < size) return;
      at += size;
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
