// Checks whether a settings file can be written, before the user is asked to approve a change of it.
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFulfilled } from '../../async/isFulfilled.ts';

/**
 * Returns what prevents a write: the file, or the folder in which it would be replaced or created. Undefined if neither
 * is read-only. Resolves links.
 */
export async function findReadOnlyPart(
  file: string,
  isWindows = process.platform === 'win32',
): Promise<'file' | 'folder' | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real !== undefined && (await isReadOnly(real, isWindows))) return 'file';
  const folder = await findExistingAncestor(real ?? file);
  return (await isReadOnly(folder, isWindows)) ? 'folder' : undefined;
}

/** The deepest ancestor folder that exists, or the root. */
async function findExistingAncestor(filePath: string): Promise<string> {
  const parent = path.dirname(filePath);
  const isRoot = parent === filePath;
  if (isRoot || (await isFulfilled(stat(parent)))) return parent;
  return findExistingAncestor(parent);
}

/** Checks access, and the owner's write bit, since root has access without it. */
async function isReadOnly(filePath: string, isWindows: boolean): Promise<boolean> {
  if (!(await isFulfilled(access(filePath, constants.W_OK)))) return true;
  // On Windows, `access` has checked the attribute of a file. A folder with it is writable: it marks customized folders.
  return !isWindows && ((await stat(filePath)).mode & 0o200) === 0;
}
