// Reads small files of git; what cannot be read counts as missing.

import { readRegular } from './openRegular.ts';

/** Maximum size of a file in bytes; a larger one counts as missing. */
const maxGitFileBytes = 4 * 1024 * 1024;

/** Reads a file of git, following symlinks as git does; undefined if it cannot be read. */
export function readGitFile(path: string, maxBytes = maxGitFileBytes): Promise<Buffer | undefined> {
  return readRegular(path, maxBytes).catch(() => undefined);
}

/** As `readGitFile`, but as UTF-8; '' if it cannot be read. */
export async function readGitText(path: string): Promise<string> {
  return (await readGitFile(path))?.toString('utf8') ?? '';
}
