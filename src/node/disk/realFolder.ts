import { realpath, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The real path. The native one asks the system, and so knows short names and the case on disk. */
export const realPathNative = promisify(realpath.native);

/** Whether no folder above a path is a link; where the system spells names in its own way, neither is the path itself. */
export async function standsByItsName(whole: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await realPathNative(whole).catch(() => undefined)) === whole;
  const folder = dirname(whole);
  return (await realFolder(folder).catch(() => undefined)) === folder;
}

/** The same for a folder on a disk that answers at once, where the system spells names as they are asked for. */
export function standsByItsNameNow(whole: string): boolean {
  const folder = dirname(whole);
  return realpathSync.native(folder) === folder;
}

/** The real path of a folder: one look for all that ask while it is under way, as they do for the files of a call. */
const realFolder = sharing(realPathNative);

function sharing<T>(look: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (path) => {
    const known = underWay.get(path);
    if (known !== undefined) return known;
    const looking = look(path).finally(() => underWay.delete(path));
    underWay.set(path, looking);
    return looking;
  };
}
