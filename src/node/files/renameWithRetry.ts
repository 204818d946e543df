// Renames a file, and retries on Windows while another program has it open.

import { rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { getErrorCode } from '../disk/errorCode.ts';

/** Milliseconds to retry while another program has the file open; VS Code waits as long. */
const maxRetryMs = 60_000;
/** Length of the first pause between two attempts; each further one is longer by this, up to the maximum. */
const pauseStepMs = 10;
const maxPauseMs = 100;

/** The system calls of a rename, replaced by tests to simulate Windows. */
export interface RenameSystemCalls {
  readonly windows: boolean;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly isFolder: (path: string) => Promise<boolean>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

const systemCalls: RenameSystemCalls = {
  windows: process.platform === 'win32',
  rename: (from, to) => rename(from, to),
  isFolder: (path) =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  pause: delay,
};

/**
 * Renames a file. On Windows, retries with growing pauses while a virus scanner or indexer has it open.
 *
 * @param to replaced if it is a file
 * @throws the error of the last attempt
 */
export async function renameWithRetry(from: string, to: string, calls = systemCalls): Promise<void> {
  let waitedMs = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await calls.rename(from, to);
    } catch (cause) {
      const mayBeOpenElsewhere = calls.windows && ['EPERM', 'EACCES', 'EBUSY'].includes(getErrorCode(cause));
      if (!mayBeOpenElsewhere || waitedMs >= maxRetryMs) throw cause;
      // A folder as the target causes such errors, too. It is never replaced, so retrying is useless.
      if (attempt === 0 && (await calls.isFolder(to))) throw cause;
      const pauseMs = Math.min(maxPauseMs, pauseStepMs * (attempt + 1));
      waitedMs += pauseMs;
      await calls.pause(pauseMs);
    }
  }
}
