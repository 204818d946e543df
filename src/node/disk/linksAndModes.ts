// Reads and writes symbolic links and permissions, which VS Code's file system API cannot.

import { constants, type BigIntStats, type Stats } from 'node:fs';
import { readlink, symlink, open, stat, lstat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Links, Modes } from '../../tools/ports/diskPorts.ts';

/** Reads and creates symbolic links on the local disk. */
export const nodeLinks: Links = {
  read: (uri) => readlink(fileURLToPath(uri)),
  make: (uri, target) => symlink(target, fileURLToPath(uri)),
};

/** Bits of a mode (`st_mode`). */
const readBits = 0o444;
const executeBits = 0o111;
const ownerExecuteBit = 0o100;
const setUserIdBit = 0o4000;
const setGroupIdBit = 0o2000;
/** All bits that `chmod` sets, which are a mode without the type of the file. */
export const permissionBits = 0o7777;

/**
 * The permission bits to restore if a file or folder is created again. Keeps a file's set-user-ID bit only if this user
 * owns it, and its set-group-ID bit only if this user and group own it. Otherwise another user's program would come
 * back as one that runs with this user's rights.
 */
export function restorablePermissions(stats: Stats | BigIntStats): number {
  const bits = Number(stats.mode) & permissionBits;
  const hasSetIdBit = (bits & (setUserIdBit | setGroupIdBit)) !== 0;
  if (!hasSetIdBit || stats.isDirectory()) return bits;
  const isOwnUser = Number(stats.uid) === process.geteuid?.();
  const isOwnGroup = Number(stats.gid) === process.getegid?.();
  if (isOwnUser) return isOwnGroup ? bits : bits & ~setGroupIdBit;
  return bits & ~(setUserIdBit | setGroupIdBit);
}

/** Returns a mode as git sets it (`core.fileMode`): everyone who may read the file may execute it, or nobody. */
function withExecutableBits(mode: number, isExecutable: boolean): number {
  const executeBitsOfReaders = (mode & readBits) >> 2;
  return isExecutable ? mode | executeBitsOfReaders : mode & ~executeBits;
}

/**
 * Returns the mode that `setExecutable` sets: the previous one again, if nobody has changed the mode since.
 *
 * @param previousMode bits from before the last `setExecutable`
 */
function modeToSet(mode: number, isExecutable: boolean, previousMode: number | undefined): number {
  const computed = withExecutableBits(mode, isExecutable);
  if (previousMode === undefined) return computed;
  // If their executable bit differs, these are the bits of another file, which the call had replaced.
  const isOfThisFile = ((previousMode & ownerExecuteBit) !== 0) === isExecutable;
  const isUntouched = mode === previousMode || mode === withExecutableBits(previousMode, !isExecutable);
  return isOfThisFile && isUntouched ? previousMode : computed;
}

/** Reads and sets permissions on the local disk. */
export const nodeModes: Modes = {
  async isExecutable(uri) {
    return ((await stat(fileURLToPath(uri))).mode & ownerExecuteBit) !== 0;
  },
  setExecutable: (realUri, isExecutable, previousMode) =>
    changeMode(realUri, (mode) => modeToSet(mode, isExecutable, previousMode)),
  async permissions(uri) {
    return restorablePermissions(await stat(fileURLToPath(uri)));
  },
  setPermissions: (realUri, permissions) => changeMode(realUri, () => permissions),
};

/**
 * Changes the mode through a handle, which follows no symlink created since the path was judged (TOCTOU).
 * `O_NONBLOCK`: a FIFO in its place must not block.
 */
async function changeMode(realUri: string, change: (mode: number) => number): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(fileURLToPath(realUri), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    await handle.chmod(change((await handle.stat()).mode & permissionBits));
  } finally {
    await handle.close();
  }
}

const permissionLetters = 'rwxrwxrwx';

/** Formats the permissions of a file, a folder or a symlink itself like `ls` and `chmod`: `rwxr-xr-x (755)`. */
export async function describePermissions(uri: string): Promise<string> {
  const { mode } = await lstat(fileURLToPath(uri));
  const letters = permissionLetters
    .split('')
    .map((letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter))
    .join('');
  return `${letters} (${(mode & permissionBits).toString(8).padStart(3, '0')})`;
}
