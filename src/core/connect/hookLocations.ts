// Matches hook files with the locations of VS Code's setting `chat.hookFilesLocations`, which can switch them off.
import { isInFolder } from '../path/pathParts.ts';

/**
 * Whether a location names a hook file or a folder above it.
 * @param file absolute path of a file in one of `places`
 * @param location a key of the setting: relative to the workspace folder, or to the home folder after `~/`
 * @param home absolute path of the user's home folder
 * @param places the folders and files that contain hooks, relative to the home folder and to the workspace folder
 */
export function isAtHookLocation(
  file: string,
  location: string,
  home: string,
  places: { readonly home: readonly string[]; readonly workspace: readonly string[] },
): boolean {
  const path = normalize(file);
  const locationPath = normalize(location);
  const homePath = normalize(home);
  const isInHome = places.home.some((homePlace) => isInFolder(path, `${homePath}/${homePlace}`, '/'));
  if (locationPath.startsWith('~/')) return isInHome && isInFolder(path, `${homePath}${locationPath.slice(1)}`, '/');
  // The doctor resolves links in the path of the workspace folder, so only the part below that folder can be compared.
  // -1 for a place that the path does not contain.
  const slashesBeforePlaces = places.workspace.map((workspacePlace) => `${path}/`.lastIndexOf(`/${workspacePlace}/`));
  const pathInWorkspace = path.slice(Math.max(...slashesBeforePlaces) + 1);
  return !isInHome && isInFolder(pathInWorkspace, locationPath, '/');
}

/** Converts `\` to `/`, and removes `./` at the start and slashes at the end. */
function normalize(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, '');
}
