// Converts paths of the system to forward slashes, as git and the workspace use them.
import { sep } from 'node:path';

/** A path with `/` between its names, on Windows too. */
export function toForwardSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}
