// Finds the folders of the files that a tool's input names.
import path from 'node:path';
import { realPath } from './windows.ts';

/** Maximum number of files that are looked at. */
const maxFiles = 100;
const patchHeader = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)[ \t\r]*$/gm;

/**
 * The folders of the files that an input names, with links resolved, without duplicates.
 * @param cwd the agent's working directory, where relative paths start
 */
export function listInputFolders(input: unknown, cwd: string): string[] {
  const files = listPaths(input, '').slice(0, maxFiles);
  return [...new Set(files.map((file) => realPath(path.dirname(path.resolve(cwd, file)))))];
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
