import { readFile, stat } from 'node:fs/promises';

/** Larger files are no settings; a pipe, which somebody may have named in them, would never end. */
const largest = 4 * 1024 * 1024;

/** The bytes of a small file, where git follows a link too; undefined where there is none. */
export async function readPlain(path: string): Promise<Buffer | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() && stats.size <= largest ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}

export async function readPlainText(path: string): Promise<string> {
  return (await readPlain(path))?.toString('utf8') ?? '';
}
