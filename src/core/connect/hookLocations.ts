// Matches hook files with the locations of VS Code's setting `chat.hookFilesLocations`.
import { isInFolder } from '../endpoint/offFolders.ts';

/**
 * Whether a location names a hook file or a folder above it.
 * @param file absolute path of a file at one of the known places, which are relative to the home and to the workspace
 * @param location relative to the workspace, or to the home after `~/`
 * @param home absolute path of the user's home
 */
export function isAtHookLocation(
  file: string,
  location: string,
  home: string,
  places: { readonly home: readonly string[]; readonly workspace: readonly string[] },
): boolean {
  const path = normalize(file);
  const place = normalize(location);
  const homePath = normalize(home);
  const isInHome = places.home.some((homePlace) => isInFolder(path, `${homePath}/${homePlace}`, '/'));
  if (place.startsWith('~/')) return isInHome && isInFolder(path, `${homePath}${place.slice(1)}`, '/');
  // The doctor resolves links in the path of the workspace folder, so only the part below that folder can be compared.
  const placeStarts = places.workspace.map((workspacePlace) => `${path}/`.lastIndexOf(`/${workspacePlace}/`));
  return !isInHome && isInFolder(path.slice(Math.max(...placeStarts) + 1), place, '/');
}

/** With `/`, and without `./` at the start and slashes at the end. */
function normalize(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, '');
}
