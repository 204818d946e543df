import { readRegular } from './openRegular.ts';

/** Maximum size of a settings file in bytes; a larger one counts as missing. */
const maxBytes = 4 * 1024 * 1024;

/** Reads a settings file of git, symlinks followed as git does; undefined if it cannot be read. */
export function readPlain(path: string): Promise<Buffer | undefined> {
  return readRegular(path, maxBytes).catch(() => undefined);
}

export async function readPlainText(path: string): Promise<string> {
  return (await readPlain(path))?.toString('utf8') ?? '';
}
