import { chmod, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Modes } from '../../tools/ports/ports.ts';

const [readBits, executeBits, ownerExecutes, allBits] = [0o444, 0o111, 0o100, 0o7777];

/** Reads and sets permissions on the local disk. */
export const nodeModes: Modes = {
  async isExecutable(uri) {
    return ((await stat(fileURLToPath(uri))).mode & ownerExecutes) !== 0;
  },
  async setExecutable(uri, executable) {
    const path = fileURLToPath(uri);
    const { mode } = await stat(path);
    // As git does it (`core.fileMode`): whoever may read the file may execute it.
    await chmod(path, executable ? mode | ((mode & readBits) >> 2) : mode & ~executeBits);
  },
  async permissions(uri) {
    return (await stat(fileURLToPath(uri))).mode & allBits;
  },
  setPermissions: (uri, permissions) => chmod(fileURLToPath(uri), permissions),
};
