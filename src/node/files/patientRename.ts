import { rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../disk/errorCode.ts';

/** For so long, in milliseconds, another program may hold a file; the editor waits as long. */
const patience = 60_000;
const longestPause = 100;

/** What a rename needs of the world. */
export interface RenameWorld {
  readonly windows: boolean;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly isFolder: (path: string) => Promise<boolean>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

const here: RenameWorld = {
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
 * Renames a file. On Windows a file that a virus scanner or an indexer holds cannot be renamed, nor replaced, for a moment:
 * there it is tried again, with growing pauses. Throws what the system says at last.
 */
export async function renamePatiently(from: string, to: string, world = here): Promise<void> {
  let waited = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await world.rename(from, to);
    } catch (cause) {
      const isHeld = world.windows && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(cause));
      if (!isHeld || waited >= patience || (attempt === 0 && (await world.isFolder(to)))) throw cause;
      const pause = Math.min(longestPause, 10 * (attempt + 1));
      waited += pause;
      await world.pause(pause);
    }
  }
}
