// Reads files and folders that may be missing, since other processes write and remove them. No function here throws.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';

/**
 * Maximum bytes of a file to read. Every file read here is smaller: settings (at most `maxSettingsChars`), and the record
 * that Connect writes (several times that).
 */
const maxBytes = 64 * 1024 * 1024;
const chunkBytes = 64 * 1024;

/**
 * Reads a UTF-8 file without its byte order mark. Empty if it cannot be read, is too large, or is no regular file: a
 * pipe would block a hook.
 */
export function readTextOrEmpty(file: string): string {
  let fd: number | undefined;
  try {
    // Windows has no O_NONBLOCK.
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= maxBytes ? readText(fd) : '';
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether a file is too large for `readTextOrEmpty`, which returns an empty text for it; false for a missing file. */
export function isTooLarge(file: string): boolean {
  return (statOrUndefined(file)?.size ?? 0) > maxBytes;
}

/** `stat` of a file or folder. Undefined if it is missing or inaccessible, e.g. in a cycle of links. */
export function statOrUndefined(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Reads to the end; empty for more than `maxBytes`, since some kernel files report size 0 and never end. */
function readText(fd: number): string {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(fd, chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
    size += length;
    if (size > maxBytes) return '';
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

/** Canonical path of a file or folder; the path itself if it cannot be resolved, e.g. since nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Lists the names in a folder; none if it cannot be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
