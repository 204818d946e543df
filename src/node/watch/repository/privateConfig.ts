// Configures Watch's private git repository: like the user's file system, and without conversions, hooks and fetches.

import { lstat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isGitTrue } from '../../../core/git/gitConfig.ts';
import { emptyFile } from './gitProgram.ts';
import type { WorkingTree } from '../tree/workingTree.ts';

/** Settings of the private repository that follow from the user's git configuration. */
export interface RepositoryFacts {
  /** Whether ids are SHA-256; else they are SHA-1. */
  readonly isSha256: boolean;
  /** Lines of section `core`, such as `ignorecase = true`. */
  readonly fileSystemLines: readonly string[];
}

/**
 * Names of git's settings that describe the file system. Elsewhere than on Windows, `filemode` and `symlinks` are not
 * among them: modes and links are recorded even if the user's git ignores them, so that a revert restores them.
 */
const fileSystemSettings =
  process.platform === 'win32' ? ['ignorecase', 'filemode', 'symlinks'] : ['ignorecase', 'precomposeunicode'];

/** Derives the settings of a working tree's private repository from the settings of the user's repository. */
export async function readRepositoryFacts({ settings, top, git }: WorkingTree): Promise<RepositoryFacts> {
  // A configuration copied from another machine may be wrong: git would then miss a new `Readme` beside a `README`.
  const isIgnoreCaseWrong =
    isGitTrue(settings.get('core.ignorecase')) &&
    (await isCaseSensitive(git === undefined ? top : path.join(top, '.git')));
  const fileSystemLines = fileSystemSettings.flatMap((name) => {
    const value = name === 'ignorecase' && isIgnoreCaseWrong ? 'false' : settings.get(`core.${name}`);
    // Accepts only plain words, so that no value can add other settings to the configuration file.
    return value !== undefined && /^\w+$/.test(value) ? [`${name} = ${value}`] : [];
  });
  return { isSha256: settings.get('extensions.objectformat') === 'sha256', fileSystemLines };
}

/** Whether a file system distinguishes case: whether the name of an existing file in another case is not this file. */
async function isCaseSensitive(file: string): Promise<boolean> {
  const { dir, base } = path.parse(file);
  const otherName = base === base.toLowerCase() ? base.toUpperCase() : base.toLowerCase();
  // A name without letters tells nothing.
  if (otherName === base) return true;
  const [stats, otherStats] = await Promise.all(
    [file, path.join(dir, otherName)].map((name) => lstat(name, { bigint: true }).catch(() => undefined)),
  );
  return stats?.ino !== otherStats?.ino;
}

/** Creates the text of the file `config`. `PrivateRepository.open` recognizes SHA-256 by the word `objectFormat`. */
export function createConfig(fileSystemLines: RepositoryFacts['fileSystemLines'], isSha256: boolean): string {
  return configTemplate
    .replace('{version}', isSha256 ? '1' : '0')
    .replace('{preload}', String(availableParallelism() >= minPreloadingCores))
    .replace('{fileSystem}', fileSystemLines.map((line) => `\t${line}\n`).join(''))
    .replace('{extensions}', isSha256 ? '[extensions]\n\tobjectFormat = sha256\n' : '');
}

/**
 * Template of the file `config`.
 * - `sharedRepository`: new files get mode 0600.
 * - `protect…`: git does not refuse names such as `git~1`.
 * - `fsync`: stored blobs survive a power failure. `batch` flushes the disk once for each run (git 2.36).
 */
const configTemplate = `[core]
	repositoryformatversion = {version}
	bare = false
	sharedRepository = 0600
	autocrlf = false
	safecrlf = false
	attributesFile = ${emptyFile}
	excludesFile = ${emptyFile}
	hooksPath = ${emptyFile}
	fsmonitor = false
	untrackedCache = false
	splitIndex = false
	logAllRefUpdates = false
	longpaths = true
	protectNTFS = false
	protectHFS = false
	compression = 1
	preloadIndex = {preload}
	fsync = committed,loose-object
	fsyncMethod = batch
{fileSystem}[index]
	version = 2
	sparse = false
[pack]
	threads = 1
[gc]
	auto = 0
[maintenance]
	auto = false
{extensions}`;

/** Minimum number of cores for `preloadIndex`: on fewer, its up to 20 threads starve the editor for about 100 ms. */
const minPreloadingCores = 5;

/** Prevents any conversion of bytes, whatever a `.gitattributes` says: `info/attributes` has the highest precedence. */
export const attributes = '* !text !eol !crlf !ident !filter !working-tree-encoding\n';
