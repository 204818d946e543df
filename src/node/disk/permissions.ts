import { lstat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const letters = 'rwxrwxrwx';

/** Formats the permissions of a file, a folder or a symlink itself as `ls` and `chmod` do: `rwxr-xr-x (755)`. */
export async function nodePermissions(uri: string): Promise<string> {
  const { mode } = await lstat(fileURLToPath(uri));
  const bits = letters
    .split('')
    .map((letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter))
    .join('');
  return `${bits} (${(mode & 0o7777).toString(8).padStart(3, '0')})`;
}
