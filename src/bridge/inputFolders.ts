// Finds the folders of the files that a tool's input names. If no window has the agent's own folder open, the hook asks
// a window with one of these folders.
import { homedir } from 'node:os';
import path from 'node:path';
import { statOrUndefined, realPath } from './readFiles.ts';

/** Maximum number of paths: each is looked up synchronously, and an agent may send any input. */
const maxPaths = 10_000;
/** Maximum number of folders to return: for each, the caller looks for windows. */
const maxFolders = 1000;
/** Maximum length of a path in UTF-16 units; no system has longer ones. */
const maxPathChars = 32_768;
/** Matches the names of fields that contain a path, or a list of paths: `file_path`, `paths`. */
const pathField = /paths?$/i;
/** Matches the names of fields that may contain a patch: `input`, `patchText`. */
const patchField = /^(?:command|input|patch)/;
/** Matches the lines of a patch that name a file. Agents accept indented ones, too. */
const patchHeader = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)[ \t\r]*$/gm;

/**
 * Lists the folders that an input names, and the folders of its files, in the order of the input, with links resolved,
 * without duplicates.
 * @param cwd the agent's working directory, where relative paths start
 */
export function listInputFolders(input: unknown, cwd: string): string[] {
  // Some agents expand `~`, and some drop white space at the ends.
  const spellings = listPaths(input, '').flatMap((givenPath) => [givenPath, givenPath.trim()]);
  const expanded = spellings.map((spelling) => spelling.replace(/^~(?=[\\/])/, () => homedir()));
  const uniquePaths = new Set(expanded.map((expandedPath) => path.resolve(cwd, expandedPath)));
  const checkedPaths = [...uniquePaths].filter(({ length }) => length <= maxPathChars).slice(0, maxPaths);
  return [...new Set(checkedPaths.map(findFolder))].slice(0, maxFolders);
}

/** A folder itself, or the folder of a file, with links resolved; for a missing one, the nearest folder above it. */
function findFolder(fileOrFolder: string): string {
  for (let current = fileOrFolder; ; current = path.dirname(current)) {
    const stats = statOrUndefined(current);
    if (stats?.isDirectory() === true || current === path.dirname(current)) return realPath(current);
    if (stats !== undefined) return path.dirname(realPath(current));
  }
}

/**
 * Lists the paths in a value, and in the patches in it, which it finds by the names of their fields.
 * @param name of the field that contains the value, or contains the list with the value
 */
function listPaths(value: unknown, name: string): string[] {
  if (typeof value === 'string') {
    if (pathField.test(name)) return [value];
    return patchField.test(name) ? [...value.matchAll(patchHeader)].map(([, filePath = '']) => filePath) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => listPaths(member, Array.isArray(value) ? name : key));
}
