// Creates the configuration of Watch's private git repository, in which git converts, hooks and fetches nothing.

import { availableParallelism } from 'node:os';
import { emptyFile } from './gitProgram.ts';

/** Settings that are copied from the user's git configuration. */
export interface RepositoryFacts {
  /** Whether ids are SHA-256, else SHA-1. */
  readonly isSha256: boolean;
  /** Lines of section `core`, such as `ignorecase = true`. */
  readonly fileSystemLines: readonly string[];
}

/** Creates the text of the file `config`. */
export function createConfig(fileSystemLines: RepositoryFacts['fileSystemLines'], isSha256: boolean): string {
  return configTemplate
    .replace('{version}', isSha256 ? '1' : '0')
    .replace('{preload}', String(availableParallelism() >= minPreloadingCores))
    .replace('{worktree}', fileSystemLines.map((line) => `\t${line}\n`).join(''))
    .replace('{extensions}', isSha256 ? '[extensions]\n\tobjectFormat = sha256\n' : '');
}

/**
 * Template of the file `config`. `sharedRepository`: new files get mode 0600. `protect…`: git refuses no names, such as
 * `git~1`. `fsync`: stored blobs survive a power failure; `batch` flushes the disk once for each run (git 2.36).
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
{worktree}[index]
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
