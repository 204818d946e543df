import type { FileHandle } from 'node:fs/promises';

/** Bytes at the start of a file that tell its encoding and whether it is binary. */
const headSize = 8192;

/** Reads the start of an open file, as much as tells its encoding and whether it is binary. */
export async function readHead(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize), 0, headSize, 0);
  return buffer.subarray(0, bytesRead);
}
