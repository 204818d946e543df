// Compares and overwrites open files synchronously. Restores the set-ID bits that a write clears and, after a failure,
// the old bytes; or removes a new file.

import { fchmodSync, fstatSync, ftruncateSync, lstatSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { getErrorCode } from '../disk/errorCode.ts';
import { permissionBits } from '../disk/linksAndModes.ts';

/** Maximum number of bytes that a single system call is assumed to write as a whole. */
const maxSingleWriteBytes = 65_536;
/** Number of bytes compared at a time. */
const stepBytes = 65_536;

/**
 * Overwrites an open file that contains `before`, and sets its new length last. On an error, such as a full disk,
 * restores the old bytes, which need no further space.
 *
 * @returns false, with the old bytes restored, if another program has changed the length: truncating may drop its bytes
 */
export function writeInPlace(fd: number, bytes: Uint8Array, before: Uint8Array): boolean {
  const start = findFirstDifference(bytes, before);
  // A small change that extends the file is a single system call, so that a kill in between cannot leave it partial.
  const isSingleWrite = bytes.length > before.length && bytes.length - start <= maxSingleWriteBytes;
  const overwriteEnd = isSingleWrite ? start : Math.min(bytes.length, before.length);
  try {
    writeAll(fd, bytes.subarray(0, overwriteEnd), start);
    if (bytes.length === before.length) return true;
    if (fstatSync(fd).size !== before.length) {
      writeAll(fd, before.subarray(0, overwriteEnd), start);
      return false;
    }
    if (bytes.length < before.length) ftruncateSync(fd, bytes.length);
    else writeAll(fd, bytes, Math.max(start, overwriteEnd));
    return true;
  } catch (cause) {
    writeAll(fd, before, start);
    const { size } = fstatSync(fd);
    // A file longer than `bytes` was extended by another program, whose bytes must stay.
    const isExtendedByUs = size > before.length && size <= bytes.length;
    if (isExtendedByUs) ftruncateSync(fd, before.length);
    throw cause;
  }
}

/** Writes `bytes` from the index `start` on, each byte to its own index in the file. */
export function writeAll(fd: number, bytes: Uint8Array, start: number): void {
  for (let at = start; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
}

/** Whether an open file begins with these bytes. The caller compares the sizes. */
export function hasBytesSync(fd: number, bytes: Uint8Array): boolean {
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, bytes.length));
  for (let at = 0; at < bytes.length;) {
    const read = readSync(fd, buffer, 0, Math.min(stepBytes, bytes.length - at), at);
    if (read === 0 || Buffer.compare(buffer.subarray(0, read), bytes.subarray(at, at + read)) !== 0) return false;
    at += read;
  }
  return true;
}

/** Index of the first byte that differs; if there is none, the length of the shorter array. */
function findFirstDifference(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at + stepBytes <= end && Buffer.compare(a.subarray(at, at + stepBytes), b.subarray(at, at + stepBytes)) === 0)
    at += stepBytes;
  while (at < end && a[at] === b[at]) at++;
  return at;
}

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
