// Makes a path relative to the folder that contains it.

/** A path relative to a folder above it, both as in URIs: only the path of a file system's root ends in a slash. */
export function pathBelow(folder: string, path: string): string {
  return path.slice(folder.replace(/\/$/, '').length + 1);
}
