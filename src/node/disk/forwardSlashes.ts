// Writes paths of this computer as git and the workspace write them.
import { sep } from 'node:path';

/** A path with `/` between its names, on Windows too. */
export function toForwardSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}
