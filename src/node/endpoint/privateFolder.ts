// Locates `~/.redline`, creates it and folders in it, and refuses folders that others can write to.
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveRedlineHome, UnsafeFolderError } from '../../core/endpoint/redlineHome.ts';
import { isFulfilled } from '../../async/isFulfilled.ts';

/** Redline's home folder: REDLINE_HOME if that is an absolute path, else `~/.redline`. Need not exist. */
export function redlineHome(): string {
  return resolveRedlineHome(process.env['REDLINE_HOME'], path.join(homedir(), '.redline'), (file) =>
    path.isAbsolute(file),
  );
}

/**
 * Creates a folder that only its user may enter (0700), and its ancestors. Restricts the mode of an existing folder
 * that others can only read.
 * @throws UnsafeFolderError for a symbolic link, something that is not a folder, and a folder that others own or can
 * write to
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(async (cause: unknown) => {
    // Something else in its place is reported below.
    if (!(await isFulfilled(lstat(folder)))) throw cause;
  });
  const stats = await lstat(folder);
  if (!stats.isDirectory()) throw new UnsafeFolderError(`${folder} is not a folder. Remove it, and reload the window.`);
  // Windows has no owner ids: there, a user's profile is closed to others.
  if (process.getuid === undefined) return;
  if (stats.uid !== process.getuid()) {
    throw new UnsafeFolderError(
      `${folder} belongs to another user. Remove it, or set REDLINE_HOME to a folder of yours.`,
    );
  }
  if ((stats.mode & 0o022) !== 0) {
    throw new UnsafeFolderError(`Others can write to ${folder}. See what is in it, remove it, and reload the window.`);
  }
  if ((stats.mode & 0o077) !== 0) await chmod(folder, 0o700);
}
