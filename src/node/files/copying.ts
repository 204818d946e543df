// Copies bytes or files of any size to a new file, in parts; also reads all parts of a source, and writes a single one.

import { createHash } from 'node:crypto';
import { fchmodSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ByteSource, FileDigest } from '../../tools/ports/diskPorts.ts';
import { removeIfSameFile, restoreSetIdBits } from './safeWrites.ts';
import { openRegular } from './openRegular.ts';
import { readParts, partBytes } from './digest.ts';

/** Zeros to compare each part with: a part of zeros is skipped, which makes the copy sparse. */
const zeros = Buffer.alloc(partBytes);

/** Reads a source in parts. Each is valid until the next is requested. @throws as `openRegular` */
export async function* readSourceParts(source: ByteSource): AsyncGenerator<Uint8Array, void, void> {
  if ('bytes' in source) {
    for (let at = 0; at < source.bytes.length; at += partBytes) yield source.bytes.subarray(at, at + partBytes);
    return;
  }
  const { handle } = await openRegular(fileURLToPath(source.uri));
  try {
    yield* readParts(handle);
  } finally {
    await handle.close();
  }
}

interface CopyOptions {
  /** Permission bits of the copy, whatever the umask. If omitted, the umask decides. */
  readonly mode?: number | undefined;
  /** SHA-256 that the copy must have. */
  readonly sha256?: string;
}

/**
 * Copies a source to a new file, which is sparse where the bytes are zeros; removes the copy on failure. Sets the mode
 * before it writes the bytes, so that a complete copy has it, even after a crash.
 *
 * @returns size and hash of the copy
 * @throws EEXIST if the file exists; an error if the copy does not have the required hash
 */
export async function createCopy(
  file: string,
  source: ByteSource,
  { mode, sha256 }: CopyOptions = {},
): Promise<FileDigest> {
  const handle = await open(file, 'wx', mode);
  try {
    if (mode !== undefined) fchmodSync(handle.fd, mode);
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of readSourceParts(source)) {
      hash.update(part);
      const isZeros = zeros.subarray(0, part.length).equals(part);
      if (!isZeros) await writePart(handle, part, size);
      size += part.length;
    }
    // Adds the zeros that were skipped at the end.
    await handle.truncate(size);
    if (mode !== undefined) restoreSetIdBits(handle.fd, mode);
    const digest = { size, sha256: hash.digest('hex') };
    if (sha256 !== undefined && digest.sha256 !== sha256)
      throw new Error('The file changed while it was copied, or it is damaged.');
    return digest;
  } catch (cause) {
    removeIfSameFile(file, handle.fd);
    throw cause;
  } finally {
    await handle.close();
  }
}

/** Writes all bytes at an offset; repeats after short writes. */
export async function writePart(handle: FileHandle, part: Uint8Array, offset: number): Promise<void> {
  let writtenBytes = 0;
  while (writtenBytes < part.length)
    writtenBytes += (await handle.write(part, writtenBytes, part.length - writtenBytes, offset + writtenBytes))
      .bytesWritten;
}
