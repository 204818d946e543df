import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cleanup } from './unwind.ts';
import { waitFor } from './wait.ts';

/**
 * Makes a folder of our own under the system's temporary one, and files its removal in `undo`.
 * It goes too when this process exits before that, as Ctrl+C makes it.
 * @returns the folder's real path.
 */
export async function temporaryFolder(purpose: string, undo: Cleanup[]): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `redline-${purpose}-`)));
  const atExit = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', atExit);
  undo.push(async () => {
    process.off('exit', atExit);
    await removeFolder(folder);
  });
  return folder;
}

/** Removes a folder or file; again while a process that is just ending, such as an agent, still writes below it. */
export async function removeFolder(folder: string): Promise<void> {
  await waitFor(`the removal of ${folder}`, async () => {
    await rm(folder, { recursive: true, force: true });
    return true;
  });
}
