// Reads the file that names the folders where the gate is switched off.
import { parseJson } from './parseJson.ts';

/** The file in Redline's folder that names the folders where the gate is switched off: a JSON array of absolute paths, with links resolved. */
export const offFile = 'off.json';

/** Reads the content of that file; no folders where it is not there, or damaged. */
export function readOffFolders(text: string): string[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Whether a folder is another one or in it, with the separator of the machine. */
export function isInFolder(inner: string, outer: string, separator: string): boolean {
  return inner === outer || inner.startsWith(outer.replace(/[\\/]*$/, separator));
}
