import { chmod, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Modes } from '../../tools/ports/ports.ts';

/** Who may read a file may execute it, as git sets the bit (`core.fileMode`). */
const readBits = 0o444;

/** The permissions of the local disk. */
export const nodeModes: Modes = {
  async isExecutable(uri) {
    return ((await stat(fileURLToPath(uri))).mode & 0o100) !== 0;
  },
  async setExecutable(uri, executable) {
    const path = fileURLToPath(uri);
    const { mode } = await stat(path);
    await chmod(path, executable ? mode | ((mode & readBits) >> 2) : mode & ~0o111);
  },
  async permissions(uri) {
    return (await stat(fileURLToPath(uri))).mode & 0o7777;
  },
  setPermissions: (uri, permissions) => chmod(fileURLToPath(uri), permissions),
};
