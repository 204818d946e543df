// Finds the repository of a folder, with the git rules that apply in it.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { commonFolder, gitFolder, repositoryAround } from '../git/repository.ts';
import { gitSettings, type GitFolders } from '../git/gitSettings.ts';
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

export async function workingTreeOf(folder: string): Promise<WorkingTree> {
  const root = await realpath(folder);
  const found = await repositoryAround(root);
  const named = await gitFolder(found.top);
  const isRepository =
    named !== undefined && (await stat(path.join(named, 'HEAD')).catch(() => undefined)) !== undefined;
  const git = isRepository ? { git: named, common: await commonFolder(named) } : undefined;
  return {
    root,
    top: git === undefined ? root : found.top,
    git,
    settings: await gitSettings(git),
    rules: Buffer.concat(
      found.outer.map((rules) => Buffer.from(`${Buffer.from(rules).toString('latin1')}\n`, 'latin1')),
    ),
  };
}

/** Git settings that describe the file system of the working tree. */
const fileSystemSettings = ['ignorecase', 'filemode', 'symlinks', 'precomposeunicode'];

export function factsOf({ settings }: WorkingTree): RepositoryFacts {
  const fileSystem = fileSystemSettings.flatMap((name) => {
    const value = settings.get(`core.${name}`);
    return value === undefined || !/^\w+$/.test(value) ? [] : [`${name} = ${value}`];
  });
  return { sha256: settings.get('extensions.objectformat') === 'sha256', fileSystem };
}
