// Reads the file of folders where the gate, the review of agents' own edits, is switched off.
import { parseJson } from './parseJson.ts';

/** File in Redline's folder that lists the folders where the gate is off: a JSON array of absolute canonical paths. */
export const offFile = 'off.json';

/**
 * The file's next content, which is renamed to it. Whoever creates the draft exclusively may read and replace the file;
 * all others wait, so that no two windows and commands lose each other's changes.
 */
export const offDraftFile = `${offFile}.new`;
/** Age of a draft in milliseconds after which it counts as left by a killed process; one exists for a few. */
export const maxOffDraftAgeMs = 5000;
/** Milliseconds to wait before the next attempt to create the draft. */
export const offDraftRetryMs = 20;

/** Parses that file's content; no folders if it is missing or damaged. */
export function readOffFolders(text: string): string[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
