import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cleanup } from './unwind.ts';

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
    // A process that was just ended may still hold a file open, or write a last one.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  return folder;
}
