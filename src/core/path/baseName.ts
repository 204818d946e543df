/** The last segment of a path with `/` separators. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
