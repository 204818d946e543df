// Locates Redline's home folder (`~/.redline`), and reads and changes its list of folders where the gate is off, for the
// bridge and the extension alike. Also defines the error for a folder in it that others can reach.
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
const offDraftRetryMs = 20;
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

/** The operations on `offFile` and its draft that `changeOffFolders` needs; they throw errors of the system. */
export interface OffFiles {
  /** Creates the draft exclusively: EEXIST if it exists. */
  createDraft(): unknown;
  /** Whether the draft `isLeftOffDraft`; false if it is gone. */
  isDraftLeft(): boolean | Promise<boolean>;
  removeDraft(): unknown;
  /** The content of `offFile`; empty if it cannot be read. */
  read(): string | Promise<string>;
  /** Writes the draft, and renames it to `offFile`. */
  replace(text: string): unknown;
  wait(durationMs: number): Promise<void>;
}

/** Changes the list once neither another process nor another call has the draft; returns the new list. */
export async function changeOffFolders(
  files: OffFiles,
  change: (folders: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  await createOffDraft(files);
  try {
    const folders = change(readOffFolders(await files.read()));
    await files.replace(JSON.stringify(folders));
    return folders;
  } catch (cause) {
    // So that the next attempt need not wait for this draft after an error, such as a full disk.
    await files.removeDraft();
    throw cause;
  }
}

async function createOffDraft(files: OffFiles): Promise<void> {
  for (;;) {
    try {
      await files.createDraft();
      return;
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
      if (await files.isDraftLeft()) await files.removeDraft();
    }
    await files.wait(offDraftRetryMs);
  }
}

/** Thrown for a folder that is not the user's alone. The message is for the user, and says what to do. */
export class UnsafeFolderError extends Error {
  override readonly name = 'UnsafeFolderError';
}
