import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  /** Leaves so many bytes free, by a file that fills the rest. */
  readonly leave: (bytes: number) => void;
  readonly readonly: (readonly: boolean) => void;
  readonly unmount: () => void;
}

/** Mounts one over a folder. Undefined where mounting is not permitted. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) return undefined;
  const filling = path.join(folder, '.filling');
  return {
    leave: (bytes) => {
      rmSync(filling, { force: true });
      const { bavail, bsize } = statfsSync(folder);
      const rest = bavail * bsize - bytes;
      if (rest > 0) writeFileSync(filling, Buffer.alloc(rest));
    },
    readonly: (readonly) => {
      if (!mount('-o', `remount,${readonly ? 'ro' : 'rw'}`, folder)) throw new Error('It could not be mounted again.');
    },
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
    },
  };
}

function mount(...args: readonly string[]): boolean {
  return spawnSync('mount', args).status === 0;
}
