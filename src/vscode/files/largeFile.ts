// Reads the hash, start and end of files too large to load, and creates the error for reading one whole.

import type { Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { bytesPerMebibyte, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import type { LargeFiles } from '../../tools/ports/diskPorts.ts';
import type { LargeSnapshot } from '../../tools/ports/ports.ts';

/** Number of bytes read at the start of a file, which determine its kind, encoding and line endings. */
const startBytes = 65_536;
/** Number of bytes read at the end of a file, enough for a line break (CRLF) in UTF-16. */
const endBytes = 4;

/** Describes a file of any size by its size and hash, its first bytes and its last. */
export async function largeSnapshot(large: LargeFiles, uri: string): Promise<LargeSnapshot> {
  const digest = await large.digest(uri);
  const [start, end] = await Promise.all([
    large.part(uri, 0, startBytes),
    large.part(uri, Math.max(0, digest.size - endBytes), endBytes),
  ]);
  return { content: { kind: 'large', ...digest }, start, end };
}

/** @param isLocal whether the file is on the local disk, where it can be read and written in parts */
export function tooLargeError({ path }: Location, size: number, { isLocal }: { readonly isLocal: boolean }): ToolError {
  const next = isLocal
    ? 'Read parts of it with redline_read_file. At any size, redline_write_file appends to it or overwrites it, and redline_move, redline_copy and redline_delete accept it.'
    : 'On this file system, which cannot be read or written in parts, redline_move, redline_copy and redline_delete accept it at any size; to replace it, delete it and write a new file, and to add to it, write the new text to another file.';
  return new ToolError(
    'TOO_LARGE',
    `${path} has ${size} bytes, and files over ${wholeFileLimit} bytes (${wholeFileLimit / bytesPerMebibyte} MiB) are not read whole. ${next}`,
  );
}
