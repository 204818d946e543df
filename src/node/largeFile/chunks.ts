// Reads a large file in chunks, one ahead of the caller.

import type { FileHandle } from 'node:fs/promises';
import { readUpTo } from '../files/digest.ts';

/** Consecutive bytes of a file, and their offset. The bytes are valid until the next chunk is requested. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly offset: number;
}

/**
 * Reads a file from `offset` to its end in two buffers of `chunkBytes` bytes. From the second chunk on it reads one
 * ahead, so that disk and caller work in parallel; often only the first chunk is needed.
 *
 * @param chunkBytes a multiple of 4: callers view the bytes as 32-bit words
 */
export async function* readChunks(
  file: FileHandle,
  offset: number,
  chunkBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<Chunk, void, void> {
  const buffers: (Buffer | undefined)[] = [];
  const read = async (index: number): Promise<Buffer> => {
    const buffer = (buffers[index % 2] ??= Buffer.from(new ArrayBuffer(chunkBytes)));
    return buffer.subarray(0, await readUpTo(file, buffer, offset + index * chunkBytes));
  };
  let pending = read(0);
  try {
    for (let index = 0; ; index++) {
      signal?.throwIfAborted();
      const bytes = await pending;
      if (bytes.length === 0) return;
      const isLast = bytes.length < chunkBytes;
      if (index > 0 && !isLast) {
        pending = read(index + 1);
        // Awaited only after the caller's work, and until then a failure must not be an unhandled rejection.
        pending.catch(() => undefined);
      }
      yield { bytes, offset: offset + index * chunkBytes };
      if (isLast) return;
      if (index === 0) pending = read(1);
    }
  } finally {
    // The caller may close the file now, so no read may be in progress; its failure no longer matters.
    await pending.catch(() => undefined);
  }
}
