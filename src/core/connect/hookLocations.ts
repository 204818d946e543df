// Matches hook files with the locations of VS Code's setting `chat.hookFilesLocations`.
import { isInFolder } from '../endpoint/offFolders.ts';

/**
 * Whether a location names a hook file or a folder above it.
 * @param file absolute path, below a workspace folder or in the user's home
 * @param location relative to each workspace folder, or to the home after `~/`
 * @param folders absolute paths of the workspace folders
 */
export function isAtHookLocation(file: string, location: string, folders: readonly string[]): boolean {
  const [path = '', place = '', ...roots] = [file, location, ...folders].map((each) => each.replaceAll('\\', '/'));
  const pathInHome = place.startsWith('~/') ? place.slice(2) : undefined;
  if (pathInHome === undefined)
    return roots.some((root) => isInFolder(path, `${root}/${place.replace(/^\.\//, '')}`.replace(/\/+$/, ''), '/'));
  // The path of the home is unknown here, but a hook file outside the workspace can only be there.
  const isInHome = !roots.some((root) => isInFolder(path, root, '/'));
  return isInHome && `${path}/`.includes(`/${pathInHome.replace(/\/+$/, '')}/`);
}
