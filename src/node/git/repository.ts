import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Repositories, Repository } from '../../core/pattern/ignore.ts';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { expandGitPath, gitConfigHome, gitHome, gitSettings } from './gitSettings.ts';
import { readPlain, readPlainText } from '../files/plainFile.ts';

/** A repository on disk. */
export interface DiskRepository extends Repository {
  /** Those files of `outer` that ripgrep has to be told of, in their order. */
  readonly outerFiles: readonly string[];
}

/** The repository that a folder on disk belongs to; where it belongs to none, the folder with the person's own rules. */
export async function repositoryAround(folder: string): Promise<DiskRepository> {
  for (let top = folder; ; top = dirname(top)) {
    // oxlint-disable-next-line no-await-in-loop -- the nearest one counts
    const found = await repositoryIn(top);
    if (found !== undefined) return found;
    if (dirname(top) === top) return noRepository(folder);
  }
}

/** The repository whose working tree begins in a folder. */
export async function repositoryIn(top: string): Promise<DiskRepository | undefined> {
  const git = await gitFolder(top);
  return git === undefined ? undefined : repositoryAt(top, git);
}

async function noRepository(top: string): Promise<DiskRepository> {
  const excludesFile = excludesPath(await gitSettings(undefined), gitHome());
  const outer = present(await readPlain(excludesFile));
  return { top, outer, ignoreCase: false, outerFiles: outer.length > 0 ? [excludesFile] : [] };
}

async function repositoryAt(top: string, git: string): Promise<DiskRepository> {
  const common = await commonFolder(git);
  const excludeFile = join(common, 'info', 'exclude');
  const [found, exclude] = await Promise.all([gitSettings({ git, common }), readPlain(excludeFile)]);
  const excludesFile = excludesPath(found, top);
  const [personal, own] = [present(await readPlain(excludesFile)), present(exclude)];
  return {
    top,
    outer: [...personal, ...own],
    outerFiles: [
      ...(personal.length > 0 ? [excludesFile] : []),
      // Ripgrep finds it by itself only where `.git` is a folder.
      ...(own.length > 0 && git !== join(top, '.git') ? [excludeFile] : []),
    ],
    ignoreCase: isGitTrue(found.get('core.ignorecase')),
  };
}

/** The `.git` of a working tree: a folder, or in linked worktrees and submodules a file that names it. */
async function gitFolder(top: string): Promise<string | undefined> {
  const git = join(top, '.git');
  const stats = await lstat(git).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) return git;
  const named = /^gitdir: (.+)$/m.exec(await readPlainText(git))?.[1];
  return named === undefined ? undefined : resolve(top, named.trimEnd());
}

/** Linked worktrees share most of what is in the folder of the main one. */
async function commonFolder(git: string): Promise<string> {
  const named = await readPlainText(join(git, 'commondir'));
  return named === '' ? git : resolve(git, named.trimEnd());
}

function excludesPath(found: ReadonlyMap<string, string>, base: string): string {
  const named = found.get('core.excludesfile');
  return named === undefined ? join(gitConfigHome(), 'git', 'ignore') : expandGitPath(named, base);
}

function present(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  return bytes === undefined || bytes.length === 0 ? [] : [bytes];
}

/** The repositories of the local disk, for who only wants their rules. */
export const nodeRepositories: Repositories = { around: repositoryAround, in: repositoryIn };
