// Checks whether a settings file can be written, before the user is asked to approve a change of it.
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFulfilled } from '../disk/errorCode.ts';

/** The read-only part of a path: the file itself, or the folder in which it is replaced or created. Links are resolved. */
export async function findReadOnlyPart(file: string): Promise<'file' | 'folder' | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real !== undefined && (await isReadOnly(real))) return 'file';
  return (await isReadOnly(await findExistingAncestor(real ?? file))) ? 'folder' : undefined;
}

/** The deepest existing ancestor folder. */
async function findExistingAncestor(filePath: string): Promise<string> {
  const above = path.dirname(filePath);
  if (above === filePath || (await stat(above).catch(() => undefined)) !== undefined) return above;
  return findExistingAncestor(above);
}

/** Also checks the mode: a file that only an administrator could write was made read-only by someone. */
async function isReadOnly(filePath: string): Promise<boolean> {
  const isWritable = await isFulfilled(access(filePath, constants.W_OK));
  return !isWritable || ((await stat(filePath)).mode & 0o200) === 0;
}
