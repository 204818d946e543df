import { readlink, symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Links } from '../../tools/ports/ports.ts';

/** Reads and makes symbolic links on the local disk. */
export const nodeLinks: Links = {
  read: (uri) => readlink(fileURLToPath(uri)),
  make: (uri, target) => symlink(target, fileURLToPath(uri)),
};
