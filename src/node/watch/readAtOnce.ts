// Reads files of a watched folder synchronously.

import { getErrorCode } from '../disk/errorCode.ts';
import { readSyncUnlessLink } from '../files/openRegular.ts';
import { toDiskPath } from './diskPaths.ts';

/** Maximum size of a file to read, in bytes: a few milliseconds of work. */
const maxFileBytes = 8 * 1024 * 1024;

/** The bytes of a file of a folder; undefined if it is absent, `unread` if it is too large, or not a file. */
export function readAtOnce(folder: string, name: string): Uint8Array | 'unread' | undefined {
  try {
    return readSyncUnlessLink(toDiskPath(folder, name), maxFileBytes) ?? 'unread';
  } catch (cause) {
    return getErrorCode(cause) === 'ENOENT' || getErrorCode(cause) === 'ENOTDIR' ? undefined : 'unread';
  }
}
