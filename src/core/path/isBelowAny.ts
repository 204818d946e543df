// Tests whether a path is below one of many folders.

/** Whether a path with `/`, or a URI, is below one of these folders, and is not one itself. */
export function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}
