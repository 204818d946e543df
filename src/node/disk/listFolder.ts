// Lists folders on disk, cheaply for thousands of them.

import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { syncIfFast } from './syncIfFast.ts';

/** Maximum size of the folder itself to list it synchronously: 30,000 entries at most, which take 25 ms. */
const maxSyncBytes = 32_768;

/** Lists a folder. @throws the errors of `readdir` */
export function listFolder(folder: string): Promise<Dirent[]> {
  return syncIfFast(
    folder,
    () => listSync(folder),
    () => readdir(folder, { withFileTypes: true }),
  );
}

function listSync(folder: string): Dirent[] | undefined {
  const stats = lstatSync(folder);
  const isSmall = stats.isDirectory() && stats.size <= maxSyncBytes;
  return isSmall ? readdirSync(folder, { withFileTypes: true }) : undefined;
}
