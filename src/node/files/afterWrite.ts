// Finishes writes to open files: restores the set-ID bits that a write clears, and removes a new file after a failure.

import { fchmodSync, fstatSync, lstatSync, unlinkSync } from 'node:fs';
import { getErrorCode } from '../disk/errorCode.ts';
import { permissionBits } from '../disk/linksAndModes.ts';

/** The set-user-ID and set-group-ID bits of a mode. */
const setIdBits = 0o6000;

/** Restores the set-ID bits of a mode, which a write clears. Ignores EPERM: only the owner may set them. */
export function restoreSetIdBits(fd: number, mode: number): void {
  if ((mode & setIdBits) === 0) return;
  try {
    fchmodSync(fd, mode & permissionBits);
  } catch (cause) {
    if (getErrorCode(cause) !== 'EPERM') throw cause;
  }
}

/** Removes an open file after a failure, unless another program has put its own file at the path. Never throws. */
export function removeIfSameFile(file: string, fd: number): void {
  try {
    const atPath = lstatSync(file, { bigint: true });
    const opened = fstatSync(fd, { bigint: true });
    if (atPath.ino === opened.ino && atPath.dev === opened.dev) unlinkSync(file);
  } catch {
    // Best effort: the caller reports the original failure.
  }
}
