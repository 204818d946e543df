// Lists the folders to search for other names of a file with hard links.
import { foldersOf } from '../path/pathParts.ts';

/** Maximum number of ancestor folders to search: each is listed at every read of a file with hard links. */
const maxAncestors = 12;

/** Folders that usually contain protected files, relative to a workspace folder. */
const usualFolders: readonly string[] = [
  '.git',
  '.git/hooks',
  '.vscode',
  '.github',
  '.github/workflows',
  '.husky',
  '.ssh',
  '.aws',
];

/**
 * Lists the folders in which to search for other names of a hard-linked file: the workspace folder (`''`), the nearest
 * ancestors, and folders that usually contain protected files. No system lists a file's other names, and searching the
 * whole workspace at each read would cost too much. All paths are relative to the workspace folder.
 */
export function hardLinkFolders(relative: string): readonly string[] {
  // `foldersOf` returns the nearest ancestors last.
  return ['', ...foldersOf([relative]).slice(-maxAncestors), ...usualFolders];
}
