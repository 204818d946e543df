// Finds the working tree around a folder, with its git settings and its ignore rules outside `.gitignore` files.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { detectBom } from '../../../core/text/encoding.ts';
import { findRepositoryAround } from '../../git/repository.ts';
import { isFulfilled } from '../../../async/isFulfilled.ts';
import { readGitSettings, type GitFolders } from '../../git/gitSettings.ts';

/** A folder, and the git working tree that contains it. Paths are absolute and canonical. */
export interface WorkingTree {
  /** The folder. */
  readonly root: string;
  /** Top-level folder of the working tree; `root` outside any repository. */
  readonly top: string;
  /** Git's folders; undefined outside any repository. */
  readonly git: GitFolders | undefined;
  readonly settings: ReadonlyMap<string, string>;
  /** Ignore rules of the user and of the repository (`info/exclude`), joined. */
  readonly rules: Uint8Array;
}

/** Reads the working tree around a folder. @throws system errors if the folder is missing */
export async function readWorkingTree(folder: string): Promise<WorkingTree> {
  const root = await realpath(folder);
  const repository = await findRepositoryAround(root);
  // A `.git` without HEAD is no repository to git.
  const hasHead = repository.git !== undefined && (await isFulfilled(stat(path.join(repository.git.own, 'HEAD'))));
  const git = hasHead ? repository.git : undefined;
  return {
    root,
    top: git === undefined ? root : repository.top,
    git,
    settings: await readGitSettings(git),
    rules: Buffer.concat(repository.globalFiles.flatMap((file) => [withoutBom(Buffer.from(file)), Buffer.from('\n')])),
  };
}

/** Removes a byte order mark of UTF-8: git skips it only at the start of a file, and the rule files are joined. */
function withoutBom(bytes: Buffer): Buffer {
  const bom = detectBom(bytes);
  return bom?.encoding === 'utf8bom' ? bytes.subarray(bom.length) : bytes;
}
