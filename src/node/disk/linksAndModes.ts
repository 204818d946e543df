// Reads and writes symbolic links and permissions, which VS Code's file system API cannot.

import { constants, type BigIntStats, type Stats } from 'node:fs';
import { readlink, symlink, open, stat, lstat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Links, Modes } from '../../tools/ports/diskPorts.ts';
import { withFile } from './withFile.ts';

/** Reads and creates symbolic links on the local disk. */
export const nodeLinks: Links = {
  read: (uri) => readlink(fileURLToPath(uri)),
  make: (uri, target) => symlink(target, fileURLToPath(uri)),
};

/** Mode bits: `r--r--r--`, `--x--x--x`, `--x------`, and all but those of the file's type. */
const [readBits, executeBits, ownerExecutes, allBits] = [0o444, 0o111, 0o100, 0o7777];
const [setUserId, setGroupId] = [0o4000, 0o2000];

/**
 * The permission bits to restore if a file or folder is created again. Of a file, the set-user-ID bit only if this user
 * owns it, and the set-group-ID bit only if this user and group do: otherwise another user's program would come back as
 * one that runs with this user's rights.
 */
export function getPermissions(stats: Stats | BigIntStats): number {
  const bits = Number(stats.mode) & allBits;
  if ((bits & (setUserId | setGroupId)) === 0 || stats.isDirectory()) return bits;
  const [isOwnUser, isOwnGroup] = [
    Number(stats.uid) === process.geteuid?.(),
    Number(stats.gid) === process.getegid?.(),
  ];
  return bits & ~(isOwnUser ? 0 : setUserId) & ~(isOwnUser && isOwnGroup ? 0 : setGroupId);
}

/** A mode as git sets it (`core.fileMode`): everyone who may read the file may execute it, or nobody. */
function withExecutable(mode: number, isExecutable: boolean): number {
  return isExecutable ? mode | ((mode & readBits) >> 2) : mode & ~executeBits;
}

/** A mode that is made executable or not. @param restored bits to set instead, if nobody has changed the mode since */
function computeMode(mode: number, isExecutable: boolean, restored: number | undefined): number {
  // If its executable bit differs, `restored` is of another file, which the call had replaced.
  const isOfThisFile = restored !== undefined && ((restored & ownerExecutes) !== 0) === isExecutable;
  const isUntouched = isOfThisFile && [restored, withExecutable(restored, !isExecutable)].includes(mode);
  return isUntouched ? restored : withExecutable(mode, isExecutable);
}

/** Reads and sets permissions on the local disk. */
export const nodeModes: Modes = {
  async isExecutable(uri) {
    return ((await stat(fileURLToPath(uri))).mode & ownerExecutes) !== 0;
  },
  setExecutable: (real, isExecutable, restored) =>
    changeMode(real, (mode) => computeMode(mode, isExecutable, restored)),
  async permissions(uri) {
    return getPermissions(await stat(fileURLToPath(uri)));
  },
  setPermissions: (real, permissions) => changeMode(real, () => permissions),
};

/** Changes the mode through a handle, which follows no symlink created since the path was judged (TOCTOU). */
async function changeMode(real: string, change: (mode: number) => number): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await withFile(open(fileURLToPath(real), O_RDONLY | O_NOFOLLOW | O_NONBLOCK), async (handle) =>
    handle.chmod(change((await handle.stat()).mode & allBits)),
  );
}

const permissionLetters = 'rwxrwxrwx';

/** Formats the permissions of a file, a folder or a symlink itself like `ls` and `chmod`: `rwxr-xr-x (755)`. */
export async function nodePermissions(uri: string): Promise<string> {
  const { mode } = await lstat(fileURLToPath(uri));
  const bits = permissionLetters
    .split('')
    .map((letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter))
    .join('');
  return `${bits} (${(mode & allBits).toString(8).padStart(3, '0')})`;
}
