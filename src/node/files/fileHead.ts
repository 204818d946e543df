// Reads the start of an open file, to detect its encoding and whether it is binary.

import type { FileHandle } from 'node:fs/promises';
import { detectBom, type Bom } from '../../core/text/encoding.ts';

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
