// Reads files of a watched folder synchronously.

import { getErrorCode } from '../../disk/errorCode.ts';
import { readSyncUnlessLink } from '../../files/openRegular.ts';
import { toDiskPath } from './diskPaths.ts';

/** Maximum size of a file to read, in bytes: a few milliseconds of work. */
const maxFileBytes = 8 * 1024 * 1024;

/** Reads a file of a folder; undefined if it is missing, `unread` if it is too large, not a file, or inaccessible. */
export function readWatchedFileSync(folder: string, name: string): Uint8Array | 'unread' | undefined {
  try {
    return readSyncUnlessLink(toDiskPath(folder, name), maxFileBytes) ?? 'unread';
  } catch (cause) {
    return getErrorCode(cause) === 'ENOENT' || getErrorCode(cause) === 'ENOTDIR' ? undefined : 'unread';
  }
}
