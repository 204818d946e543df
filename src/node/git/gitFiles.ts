// Locates git's own files as git does, and reads them.

import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { readRegular } from '../files/openRegular.ts';

/** The user's home folder, as git determines it. */
export function getGitHome(): string {
  return process.env['HOME'] ?? homedir();
}

/** The folder of the user's `git/config` and `git/ignore` (XDG). */
export function getGitConfigHome(): string {
  const configured = process.env['XDG_CONFIG_HOME'];
  return configured === undefined || configured === '' ? join(getGitHome(), '.config') : configured;
}

/** Expands `~` and the `~user` of a known user in a path from a setting, and resolves it against `base`. */
export function expandGitPath(path: string, base: string): string {
  const expanded = expandHome(path);
  return isAbsolute(expanded) ? expanded : join(base, expanded);
}

function expandHome(path: string): string {
  const user = /^~([^/]*)/.exec(path)?.[1];
  if (user === undefined) return path;
  const home = user === '' ? getGitHome() : findUserHome(user);
  return home === undefined ? path : join(home, path.slice(1 + user.length));
}

/** Index of the home folder among the fields of an account in `/etc/passwd` (passwd(5)). */
const accountHomeField = 5;

/** The home folder of a user; undefined if the system's files do not list it, as for a directory service. */
function findUserHome(user: string): string | undefined {
  try {
    const { username, homedir: home } = userInfo();
    if (username === user) return home;
    const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
    return accounts.map((line) => line.split(':')).find(([name]) => name === user)?.[accountHomeField];
  } catch {
    return undefined;
  }
}

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
