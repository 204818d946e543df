// Finds the repository of a folder, with the git rules that apply in it.

import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { detectBom } from '../../core/text/encoding.ts';
import { findRepositoryAround } from '../git/repository.ts';
import { isFulfilled } from '../../async/isFulfilled.ts';
import { readGitSettings, type GitFolders } from '../git/gitSettings.ts';
import type { RepositoryFacts } from './privateRepository.ts';

/** A folder, and its working tree (without a repository, the folder itself). Absolute canonical paths. */
export interface WorkingTree {
  readonly root: string;
  readonly top: string;
  /** Git's folders; undefined outside any repository. */
  readonly git: GitFolders | undefined;
  readonly settings: ReadonlyMap<string, string>;
  /** Ignore rules of the user and of the repository. */
  readonly rules: Uint8Array;
}

export async function readWorkingTree(folder: string): Promise<WorkingTree> {
  const root = await realpath(folder);
  const repository = await findRepositoryAround(root);
  const hasHead = repository.git !== undefined && (await isFulfilled(stat(path.join(repository.git.git, 'HEAD'))));
  const git = hasHead ? repository.git : undefined;
  return {
    root,
    top: git === undefined ? root : repository.top,
    git,
    settings: await readGitSettings(git),
    rules: Buffer.concat(
      repository.globalFiles.flatMap((rules) => {
        const bytes = Buffer.from(rules);
        const bom = detectBom(bytes);
        // Git skips a byte order mark of UTF-8 at the start of a file only.
        return [bom?.encoding === 'utf8bom' ? bytes.subarray(bom.length) : bytes, Buffer.from('\n')];
      }),
    ),
  };
}

/**
 * Settings of git that describe the file system of the working tree. Where the disk has modes and links, they are recorded
 * even if the user told git to overlook them: what is deleted comes back with them.
 */
const fileSystemSettings =
  process.platform === 'win32' ? ['ignorecase', 'filemode', 'symlinks'] : ['ignorecase', 'precomposeunicode'];

export async function readRepositoryFacts({ settings, top }: WorkingTree): Promise<RepositoryFacts> {
  // A configuration may come from another machine. Git would overlook a new `Readme` beside a `README`.
  const isIgnoreCaseWrong = isGitTrue(settings.get('core.ignorecase')) && (await isCaseSensitive(top));
  const fileSystem = fileSystemSettings.flatMap((name) => {
    const value = name === 'ignorecase' && isIgnoreCaseWrong ? 'false' : settings.get(`core.${name}`);
    return value === undefined || !/^\w+$/.test(value) ? [] : [`${name} = ${value}`];
  });
  return { sha256: settings.get('extensions.objectformat') === 'sha256', fileSystem };
}

/** Whether names at the top of a repository that differ in case alone are different files. */
async function isCaseSensitive(top: string): Promise<boolean> {
  const [lowerCaseStats, upperCaseStats] = await Promise.all(
    ['.git', '.GIT'].map((name) => lstat(path.join(top, name), { bigint: true }).catch(() => undefined)),
  );
  return lowerCaseStats !== undefined && lowerCaseStats.ino !== upperCaseStats?.ino;
}
