// Determines from git's settings how a private repository must treat the file system.

import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import type { RepositoryFacts } from './privateConfig.ts';
import type { WorkingTree } from './workingTree.ts';

/**
 * Names of git's settings that describe the file system. Elsewhere than on Windows, `filemode` and `symlinks` are not
 * among them: modes and links are recorded even if the user's git ignores them, so that a revert restores them.
 */
const fileSystemSettings =
  process.platform === 'win32' ? ['ignorecase', 'filemode', 'symlinks'] : ['ignorecase', 'precomposeunicode'];

/** Derives the settings of a working tree's private repository from those of the user's repository. */
export async function readRepositoryFacts({ settings, top, git }: WorkingTree): Promise<RepositoryFacts> {
  // A configuration copied from another machine may be wrong: git would then miss a new `Readme` beside a `README`.
  const isIgnoreCaseWrong =
    isGitTrue(settings.get('core.ignorecase')) &&
    (await isCaseSensitive(git === undefined ? top : path.join(top, '.git')));
  const fileSystemLines = fileSystemSettings.flatMap((name) => {
    const value = name === 'ignorecase' && isIgnoreCaseWrong ? 'false' : settings.get(`core.${name}`);
    // Only plain words, so that no value can add other settings to the configuration file.
    return value !== undefined && /^\w+$/.test(value) ? [`${name} = ${value}`] : [];
  });
  return { isSha256: settings.get('extensions.objectformat') === 'sha256', fileSystemLines };
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
