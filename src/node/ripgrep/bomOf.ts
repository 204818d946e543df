import type { FileHandle } from 'node:fs/promises';
import { detectBom, type Bom } from '../../core/text/encoding.ts';

/** Reads the byte order mark of a file; ripgrep's byte offsets do not count it. */
export async function bomOf(file: FileHandle): Promise<Bom | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0);
  return detectBom(buffer.subarray(0, bytesRead));
}
