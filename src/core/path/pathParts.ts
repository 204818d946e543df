// Takes paths apart: names, folders above, paths below. Except in `isInFolder`, their separator is `/`.

/** The last segment of a path with `/` separators. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path with `/` separators without its last segment; empty if it has only one. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether a path with `/`, or a URI, is below one of these folders, and is not one itself. */
export function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}

/** All ancestor folders of paths with `/` separators, each before those in it. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** A path relative to a folder above it, both as in URIs: only the path of a file system's root ends in a slash. */
export function pathBelow(folder: string, path: string): string {
  return path.slice(folder.replace(/\/$/, '').length + 1);
}

/**
 * Removes the name of a workspace folder from the start of a path, in a workspace of several folders; the longest name
 * wins. `.` for the folder itself. Any other path stays as it is.
 */
export function withoutFolderName(path: string, folderNames: readonly string[]): string {
  if (folderNames.length < 2) return path;
  const matchingNames = folderNames.filter((name) => `${path}/`.startsWith(`${name}/`));
  if (matchingNames.length === 0) return path;
  return path.slice(Math.max(...matchingNames.map(({ length }) => length)) + 1) || '.';
}

/**
 * Whether a path is the folder itself or inside it. Compares text, so both must have the same form: canonical, or
 * relative to the same folder.
 * @param separator `/`, or `\` on Windows
 */
export function isInFolder(path: string, folder: string, separator: string): boolean {
  return path === folder || path.startsWith(folder.replace(/[\\/]*$/, separator));
}

/** Whether a path is a URI with `//`, such as `file:///a`. A scheme has at least two characters: one alone is a drive. */
export function isUri(path: string): boolean {
  return /^[a-z][\w+.-]+:\/\//i.test(path);
}
