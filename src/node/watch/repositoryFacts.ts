// Determines from git's settings how a private repository must treat the file system.

import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import type { RepositoryFacts } from './privateRepository.ts';
import type { WorkingTree } from './workingTree.ts';

/**
 * Settings of git that describe the file system of the working tree. Modes and links are recorded
 * wherever the disk has them, even if the user told git to overlook them: what is deleted comes back with them.
 */
const fileSystemSettings =
  process.platform === 'win32' ? ['ignorecase', 'filemode', 'symlinks'] : ['ignorecase', 'precomposeunicode'];

export async function readRepositoryFacts({ settings, top, git }: WorkingTree): Promise<RepositoryFacts> {
  // A configuration may come from another machine. Git would overlook a new `Readme` beside a `README`.
  const isIgnoreCaseWrong =
    isGitTrue(settings.get('core.ignorecase')) &&
    (await isCaseSensitive(git === undefined ? top : path.join(top, '.git')));
  const fileSystemLines = fileSystemSettings.flatMap((name) => {
    const value = name === 'ignorecase' && isIgnoreCaseWrong ? 'false' : settings.get(`core.${name}`);
    // Nothing else may get into a configuration file.
    return value === undefined || !/^\w+$/.test(value) ? [] : [`${name} = ${value}`];
  });
  return { sha256: settings.get('extensions.objectformat') === 'sha256', fileSystemLines };
}

/** Whether the name of an existing file in another case is not this file. */
async function isCaseSensitive(file: string): Promise<boolean> {
  const { dir, base } = path.parse(file);
  const otherName = base === base.toLowerCase() ? base.toUpperCase() : base.toLowerCase();
  if (otherName === base) return true;
  const [stats, otherStats] = await Promise.all(
    [file, path.join(dir, otherName)].map((name) => lstat(name, { bigint: true }).catch(() => undefined)),
  );
  return stats?.ino !== otherStats?.ino;
}
