// Reads settings files of git.

import { readRegular } from './openRegular.ts';

/** Maximum size of a settings file in bytes; a larger one counts as missing. */
const maxSettingsBytes = 4 * 1024 * 1024;

/** Reads a settings file of git, following symlinks as git does; undefined if it cannot be read. */
export function readSettingsFile(path: string, maxBytes = maxSettingsBytes): Promise<Buffer | undefined> {
  return readRegular(path, maxBytes).catch(() => undefined);
}

export async function readSettingsText(path: string): Promise<string> {
  return (await readSettingsFile(path))?.toString('utf8') ?? '';
}
