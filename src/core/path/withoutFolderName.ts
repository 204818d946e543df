// Makes a path of a workspace with several folders relative to its folder.

/**
 * Removes the name of the workspace folder with which a path begins if there are several; the longest name wins. `.`
 * for the folder itself.
 */
export function withoutFolderName(path: string, folderNames: readonly string[]): string {
  if (folderNames.length < 2) return path;
  const matchingNames = folderNames.filter((name) => `${path}/`.startsWith(`${name}/`));
  if (matchingNames.length === 0) return path;
  return path.slice(Math.max(...matchingNames.map(({ length }) => length)) + 1) || '.';
}
