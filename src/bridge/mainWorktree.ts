// Finds the main worktree of a git repository for a folder in a linked one.
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { readTextOrEmpty, realPath } from './readFiles.ts';

/** Maximum bytes of a `.git` file that can be a link to a repository. */
const maxGitLinkBytes = 4096;

/**
 * Folder of the main worktree if `cwd` is in a linked one, whose `.git` is a file with the path of the repository;
 * undefined otherwise.
 */
export function findMainWorktree(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const mainFolder = resolveLinkedWorktree(folder);
    if (mainFolder !== undefined) return mainFolder;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** Main worktree of a linked one; undefined unless its `.git` file and the repository's back link agree. */
function resolveLinkedWorktree(folder: string): string | undefined {
  const link = path.join(folder, '.git');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > maxGitLinkBytes) return undefined;
  const gitDirText = /^gitdir: (.*[\\/]\.git[\\/]worktrees[\\/][^\\/\n]+)\s*$/.exec(readTextOrEmpty(link))?.[1];
  if (gitDirText === undefined) return undefined;
  const gitDir = path.resolve(folder, gitDirText);
  // Starts from the folder of the file that contains it, if git writes relative links.
  const backLink = path.resolve(gitDir, readTextOrEmpty(path.join(gitDir, 'gitdir')).trim());
  return realPath(backLink) === realPath(link) ? realPath(path.resolve(gitDir, '../../..')) : undefined;
}
