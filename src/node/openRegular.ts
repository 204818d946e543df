import { constants, type BigIntStats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { ToolError, toToolError } from '../core/errors.ts';

/** An open file that can be read without waiting for anybody, and what it was when it was opened. */
export interface RegularFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/**
 * Opens a file for reading if it is a regular one. What is none is refused before it is opened, for opening a pipe can
 * wait forever and opening a device can act; and should one take the file's place meanwhile, the open does not wait.
 *
 * @throws `ToolError`: `VALIDATION_ERROR` naming the kind, or what `toToolError` makes of the system's error
 */
export async function openRegular(path: string): Promise<RegularFile> {
  let handle: FileHandle | undefined;
  try {
    refuseSpecial(await stat(path, { bigint: true }));
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    const stats = await handle.stat({ bigint: true });
    refuseSpecial(stats);
    return { handle, stats };
  } catch (cause) {
    await handle?.close();
    throw toToolError(cause, 'Reading the file');
  }
}

function refuseSpecial(stats: BigIntStats): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory()
    ? 'a folder'
    : stats.isFIFO()
      ? 'a named pipe'
      : stats.isSocket()
        ? 'a socket'
        : 'a device';
  const advice = stats.isDirectory() ? 'List it with redline_list_directory.' : 'Choose a regular file.';
  throw new ToolError('VALIDATION_ERROR', `This path is ${kind}, and only files can be read. ${advice}`);
}

/** Names one version of a file: another one differs in inode, size, or a time. */
export function versionOf(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}
