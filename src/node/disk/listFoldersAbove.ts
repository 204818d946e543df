// Lists the ancestors of a folder.

import { dirname } from 'node:path';

/** Ancestor folders, nearest first; with `top`, none above it. */
export function listFoldersAbove(folder: string, top?: string): string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [] : [parent, ...listFoldersAbove(parent, top)];
}
