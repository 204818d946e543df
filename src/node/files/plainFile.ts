import { readRegular } from './openRegular.ts';

/** Larger files are no settings. */
const largest = 4 * 1024 * 1024;

/** The bytes of a small file, where git follows a link too; undefined where there is none. */
export function readPlain(path: string): Promise<Buffer | undefined> {
  return readRegular(path, largest).catch(() => undefined);
}

export async function readPlainText(path: string): Promise<string> {
  return (await readPlain(path))?.toString('utf8') ?? '';
}
