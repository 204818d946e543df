// Lists the folders that git ignores, for connecting agents in a workspace folder.
import { runUserGit } from '../git/userGit.ts';

/** Timeout in milliseconds, and maximum output in bytes: git also lists ignored files outside of ignored folders. */
const limits = { timeout: 10_000, maxBuffer: 64 * 1024 * 1024 };

/** Lists the folders below `folder` that git ignores, relative to it with `/`; none if git is missing or fails. */
export async function listIgnoredFolders(folder: string): Promise<string[]> {
  // Otherwise git would run a program that the repository's configuration names.
  const withoutFsMonitor = ['-c', 'core.fsmonitor=false'];
  const listCommand = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const output = await runUserGit([...withoutFsMonitor, '-C', folder, ...listCommand], limits);
  // Git marks folders by a slash at the end.
  return output.split('\0').flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []));
}
