// Converts paths in the system's form (on Windows with `\`), and lists the folders above them.

import { dirname, sep } from 'node:path';

/** A path with `/` between its names, on Windows too. */
export function toForwardSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

/** Ancestor folders, nearest first; with `top`, none above it. */
export function listFoldersAbove(folder: string, top?: string): string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [] : [parent, ...listFoldersAbove(parent, top)];
}
