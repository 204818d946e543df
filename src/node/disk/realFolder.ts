import { realpath, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { sharedInFlight } from './sharedInFlight.ts';

/** Canonicalizes a path by the system's own call, which expands short names and corrects the case. */
export const realPathNative = promisify(realpath.native);

/** Whether no folder above a path is a symlink; on systems with case variants, also that the path itself is canonical. */
export async function isInRealFolder(whole: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await realPathNative(whole).catch(() => undefined)) === whole;
  const folder = dirname(whole);
  return (await realFolder(folder).catch(() => undefined)) === folder;
}

/** The synchronous form, for fast disks on Linux. */
export function isInRealFolderSync(whole: string): boolean {
  const folder = dirname(whole);
  return realpathSync.native(folder) === folder;
}

/** The real path of a folder, shared by the many files of a call that ask for it at once. */
const realFolder = sharedInFlight(realPathNative);
