// Finds the folders of the files that a tool's input names.
import path from 'node:path';
import { statOrUndefined, realPath } from './readFiles.ts';

/** Maximum number of files and folders that are looked at, and length of a path, which no disk exceeds. */
const limits = { files: 10_000, folders: 1000, pathChars: 32_768 };
/** Agents take an indented header, too. */
const patchHeader = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)[ \t\r]*$/gm;

/**
 * The folders that an input names, and those of its files, with links resolved, without duplicates.
 * @param cwd the agent's working directory, where relative paths start
 */
export function listInputFolders(input: unknown, cwd: string): string[] {
  const files = new Set(listPaths(input, '').map((file) => path.resolve(cwd, file)));
  const named = [...files].filter((file) => file.length <= limits.pathChars).slice(0, limits.files);
  return [...new Set(named.map(folderOf))].slice(0, limits.folders);
}

/** The nearest folder that exists: a file's own, where a link leads to, and the one in which new folders will be. */
function folderOf(file: string): string {
  for (let at = file; ; at = path.dirname(at)) {
    const stats = statOrUndefined(at);
    if (stats?.isDirectory() === true || at === path.dirname(at)) return realPath(at);
    if (stats !== undefined) return path.dirname(realPath(at));
  }
}

/** @param name of the field with the value */
function listPaths(value: unknown, name: string): string[] {
  if (typeof value === 'string') {
    if (/paths?$/i.test(name)) return [value];
    return /^(?:command|input|patch)/.test(name) ? [...value.matchAll(patchHeader)].map(([, file = '']) => file) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => listPaths(each, Array.isArray(value) ? name : key));
}
