// Reads the permissions of files that git does not store: those narrower than a new file's.

import { lstatSync } from 'node:fs';
import { runYielding } from '../../async/eventLoop.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { diskPath } from './withheldFiles.ts';

/**
 * Permission bits of a file that a new one would not get: it is private, read-only, or has special bits. Undefined if a
 * new one is like it, but for writing by others.
 */
export function narrowPermissions({ mode }: { readonly mode: number | bigint }): number | undefined {
  if (process.platform === 'win32') return undefined;
  const bits = Number(mode) & 0o7777;
  const byUmask = 0o666 & ~process.umask();
  const readers = byUmask & 0o444;
  const expected = 0o200 | readers | ((bits & 0o100) === 0 ? 0 : readers >> 2);
  return (expected & ~bits) === 0 && (bits & 0o7000) === 0 ? undefined : bits;
}

/** The narrow permissions of files below a folder, by path. */
export function readPermissions(root: string, paths: Iterable<string>): Promise<Map<string, number>> {
  return runYielding(permissionsBelow(root, paths));
}

/** One `lstat` takes microseconds, an asynchronous one many times as long. */
function* permissionsBelow(root: string, paths: Iterable<string>): Yielding<Map<string, number>> {
  const found = new Map<string, number>();
  let count = 0;
  for (const path of paths) {
    const stats = lstatSync(diskPath(root, path), { throwIfNoEntry: false });
    const bits = stats?.isFile() === true ? narrowPermissions(stats) : undefined;
    if (bits !== undefined) found.set(path, bits);
    if (++count % 16 === 0) yield;
  }
  return found;
}
