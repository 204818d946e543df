// Locates Redline's home folder (`~/.redline`), and reads its list of folders where the gate is off, for the bridge and
// the extension alike. Also defines the error for a folder in it that others can reach.
import { parseJson } from './parseJson.ts';

/**
 * The value of REDLINE_HOME, if it is an absolute path, else the default.
 * @param isAbsolute judges by the rules of this machine, since `C:\x` is relative on POSIX
 */
export function resolveRedlineHome(
  variable: string | undefined,
  defaultHome: string,
  isAbsolute: (path: string) => boolean,
): string {
  return variable !== undefined && isAbsolute(variable) ? variable : defaultHome;
}

/** File in Redline's home folder that lists the folders where the gate is off: a JSON array of absolute canonical paths. */
export const offFile = 'off.json';

/**
 * Draft of `offFile`, which is renamed to it. Only the process that created the draft exclusively may read and replace
 * the file; all others wait, so that windows and commands do not lose each other's changes.
 */
export const offDraftFile = `${offFile}.new`;
/** Milliseconds to wait before the next attempt to create the draft. */
export const offDraftRetryMs = 20;
/** Age of a draft in milliseconds after which it counts as left by a killed process; others exist for a few. */
const maxOffDraftAgeMs = 5000;

/**
 * Whether a draft was left by a killed process, by its time; both times are in milliseconds since 1970. A time far in the
 * future is from a clock that was set back since.
 */
export function isLeftOffDraft(mtimeMs: number, now: number): boolean {
  return Math.abs(now - mtimeMs) > maxOffDraftAgeMs;
}

/** Parses the content of `offFile`; no folders if it is missing or damaged. */
export function readOffFolders(text: string): string[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Thrown for a folder that is not the user's alone. The message is for the user, and says what to do. */
export class UnsafeFolderError extends Error {
  override readonly name = 'UnsafeFolderError';
}
