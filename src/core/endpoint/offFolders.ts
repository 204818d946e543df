// Reads the file of folders where the gate, the review of agents' own edits, is switched off.
import { parseJson } from './parseJson.ts';

/** File in Redline's folder that lists the folders where the gate is off: a JSON array of absolute canonical paths. */
export const offFile = 'off.json';

/** Parses that file's content; no folders if it is missing or damaged. */
export function readOffFolders(text: string): string[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
