// Lists the folders that git ignores.
import { runUserGit } from '../git/userGit.ts';

/** Timeout in milliseconds and output in bytes. There are many names where git ignores files, but not their folder. */
const limits = { timeout: 10_000, maxBuffer: 64 * 1024 * 1024 };

/**
 * Folders that git ignores, relative to `folder`; none if git fails. Without `core.fsmonitor=false`, git would run a
 * program that the repository's configuration names.
 */
export async function listIgnoredFolders(folder: string): Promise<string[]> {
  const listCommand = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const output = await runUserGit(['-c', 'core.fsmonitor=false', '-C', folder, ...listCommand], limits);
  return output.split('\0').flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []));
}
