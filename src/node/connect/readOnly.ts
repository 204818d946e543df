// Whether a settings file could be written, asked before the person is shown what would be written.
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** What of a file is read-only: itself, or the folder in which it is replaced or made. Links are resolved. */
export async function readOnly(file: string): Promise<'file' | 'folder' | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real !== undefined && (await isReadOnly(real))) return 'file';
  return (await isReadOnly(await folderAbove(real ?? file))) ? 'folder' : undefined;
}

/** The deepest folder above that is there. */
async function folderAbove(place: string): Promise<string> {
  const above = path.dirname(place);
  if (above === place || (await stat(above).catch(() => undefined)) !== undefined) return above;
  return folderAbove(above);
}

/** By its mode as well: what an administrator could write all the same was still made read-only by somebody. */
async function isReadOnly(place: string): Promise<boolean> {
  const isWritable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  );
  return !isWritable || ((await stat(place)).mode & 0o200) === 0;
}
