import { lstat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const letters = 'rwxrwxrwx';

/** The permissions of a file, a folder or a link itself, as `ls` and `chmod` write them: `rwxr-xr-x (755)`. */
export async function nodePermissions(uri: string): Promise<string> {
  const { mode } = await lstat(fileURLToPath(uri));
  const bits = letters
    .split('')
    .map((letter, at) => ((mode & (0o400 >> at)) === 0 ? '-' : letter))
    .join('');
  return `${bits} (${(mode & 0o7777).toString(8).padStart(3, '0')})`;
}
