// Reads files of a watched folder synchronously.

import { codeOf } from '../disk/errorCode.ts';
import { readUnlinkedSync } from '../files/openRegular.ts';
import { toDiskPath } from './diskPaths.ts';

/** Maximum size of a file to read, in bytes: a few milliseconds of work. */
const maxSyncReadBytes = 8 * 1024 * 1024;

/** The bytes of a file of a folder; undefined if it is absent, `unread` if it is too large, or not a file. */
export function readAtOnce(folder: string, name: string): Uint8Array | 'unread' | undefined {
  try {
    return readUnlinkedSync(toDiskPath(folder, name), maxSyncReadBytes) ?? 'unread';
  } catch (cause) {
    return codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR' ? undefined : 'unread';
  }
}
