// Takes back what tests set up, such as folders.
import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from './wait.ts';

/** Takes back one step of what was set up. */
export type Cleanup = () => Promise<void>;

/** Takes all steps back, the latest first, each once; a step that fails does not keep the others from being taken. */
export async function unwind(steps: Cleanup[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped and removed.');
}

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
