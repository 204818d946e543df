// Tests whether a path is inside a folder.

/**
 * Whether a path is the folder itself or inside it. Compares text, so both must have the same form: canonical, or
 * relative to the same folder.
 * @param separator `/`, or `\` on Windows
 */
export function isInFolder(path: string, folder: string, separator: string): boolean {
  return path === folder || path.startsWith(folder.replace(/[\\/]*$/, separator));
}
