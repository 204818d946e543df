// Reads open files in pieces: the start, to detect the encoding and whether the file is binary; a large file in chunks,
// one ahead of the caller.

import type { FileHandle } from 'node:fs/promises';
import { detectBom, type Bom } from '../../core/text/encoding.ts';
import { fillBuffer } from '../files/digest.ts';

/** Consecutive bytes of a file, and their offset. The bytes are valid until the next chunk is requested. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly offset: number;
}

/**
 * Reads a file from `offset` to its end, in two buffers that take turns. Often only the first chunk is needed, so it
 * reads ahead from the second on: then disk and caller work in parallel.
 *
 * @param chunkBytes a multiple of 4: `countLineEndings` views the bytes as 32-bit words
 * @throws the system's error, or the signal's reason
 */
export async function* readChunks(
  file: FileHandle,
  offset: number,
  chunkBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<Chunk, void, void> {
  const buffers: (Buffer | undefined)[] = [];
  const read = async (index: number): Promise<Buffer> => {
    // An own `ArrayBuffer`: the bytes of a pooled Buffer need not begin at a multiple of 4.
    const buffer = (buffers[index % 2] ??= Buffer.from(new ArrayBuffer(chunkBytes)));
    return buffer.subarray(0, await fillBuffer(file, buffer, offset + index * chunkBytes));
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
    // The caller may close the file after this, so no read may be in progress. Its failure no longer matters.
    await pending.catch(() => undefined);
  }
}

/** Number of bytes at the start of a file that determine its encoding and whether it is binary. */
const headBytes = 8192;

/** Length of the longest byte order mark, that of UTF-8. */
const maxBomBytes = 3;

/** Reads the first `headBytes` of an open file; fewer if it is shorter. */
export async function readHead(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** Reads the byte order mark of a file; ripgrep's byte offsets do not count it. */
export async function readBom(file: FileHandle): Promise<Bom | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBomBytes), 0, maxBomBytes, 0);
  return detectBom(buffer.subarray(0, bytesRead));
}
