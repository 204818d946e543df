// Finds the git repository around a folder, and its ignore rules outside `.gitignore` files.

import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { RepositoryFinder, RepositoryIgnore } from '../../core/pattern/ignore.ts';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { toForwardSlashes } from '../disk/forwardSlashes.ts';
import { expandGitPath, getGitConfigHome, getGitHome, readGitSettings, type GitFolders } from './gitSettings.ts';
import { readGitFile, readGitText } from '../files/readGitFile.ts';

/** A repository on disk. */
export interface DiskRepository extends RepositoryIgnore {
  /** Git's folders; undefined if there is no repository: then `top` is the folder itself. */
  readonly git: GitFolders | undefined;
  /** Paths of those files of `globalFiles` that ripgrep does not find by itself, lowest precedence first. */
  readonly outerFiles: readonly string[];
}

/** Finds the repository that contains a folder; without one, the folder itself with the user's own ignore rules. */
export async function findRepositoryAround(folder: string): Promise<DiskRepository> {
  // Git looks around the real folder, not where a symlink to it is.
  const real = await realpath(folder).catch(() => folder);
  for (let top = real; ; top = dirname(top)) {
    const repository = await findRepositoryIn(top);
    if (repository !== undefined) return { ...repository, prefix: toForwardSlashes(relative(top, real)) };
    if (dirname(top) === top) return readUserRulesOnly(real);
  }
}

/** Finds the repository whose working tree has its root at a folder. */
export async function findRepositoryIn(top: string): Promise<DiskRepository | undefined> {
  const git = await findGitFolder(top);
  return git === undefined ? undefined : readRepository(top, git);
}

/** Treats a folder as the top of a tree without a repository, in which only the user's own ignore rules apply. */
export async function readUserRulesOnly(top: string): Promise<DiskRepository> {
  const excludesFile = getExcludesPath(await readGitSettings(), getGitHome());
  const globalFiles = toRuleList(await readGitFile(excludesFile));
  return {
    top,
    prefix: '',
    git: undefined,
    globalFiles,
    ignoreCase: false,
    outerFiles: globalFiles.length > 0 ? [excludesFile] : [],
  };
}

async function readRepository(top: string, git: string): Promise<DiskRepository> {
  const common = await readCommonFolder(git);
  const excludeFile = join(common, 'info', 'exclude');
  const [settings, exclude] = await Promise.all([readGitSettings({ own: git, common }), readGitFile(excludeFile)]);
  const excludesFile = getExcludesPath(settings, top);
  const [userRules, ownRules] = [toRuleList(await readGitFile(excludesFile)), toRuleList(exclude)];
  return {
    top,
    prefix: '',
    git: { own: git, common },
    globalFiles: [...userRules, ...ownRules],
    outerFiles: [
      ...(userRules.length > 0 ? [excludesFile] : []),
      // Ripgrep finds `info/exclude` only if `.git` is a folder.
      ...(ownRules.length > 0 && git !== join(top, '.git') ? [excludeFile] : []),
    ],
    ignoreCase: isGitTrue(settings.get('core.ignorecase')),
  };
}

/** The `.git` of a working tree: a folder, or in linked worktrees and submodules a file with the path of one. */
export async function findGitFolder(top: string): Promise<string | undefined> {
  const git = join(top, '.git');
  const stats = await stat(git).catch(() => undefined);
  if (stats === undefined) return undefined;
  return stats.isFile() ? readGitFolderReference(git) : git;
}

/** The git folder referenced by a `.git` file; undefined if there is none. */
export async function readGitFolderReference(file: string): Promise<string | undefined> {
  const path = /^gitdir: (.+)$/m.exec(await readGitText(file))?.[1];
  return path === undefined ? undefined : resolve(dirname(file), path.trimEnd());
}

/** The git folder shared by all working trees: a linked one names it in `commondir`. */
export async function readCommonFolder(git: string): Promise<string> {
  const path = await readGitText(join(git, 'commondir'));
  return path === '' ? git : resolve(git, path.trimEnd());
}

function getExcludesPath(settings: ReadonlyMap<string, string>, base: string): string {
  const configured = settings.get('core.excludesfile');
  return configured === undefined ? join(getGitConfigHome(), 'git', 'ignore') : expandGitPath(configured, base);
}

/** The bytes of an ignore file as a list; empty if there are none. */
function toRuleList(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  return bytes === undefined || bytes.length === 0 ? [] : [bytes];
}

/** The repositories of the local disk, as the core's port for ignore rules. */
export const nodeRepositories: RepositoryFinder = { containing: findRepositoryAround, atTop: findRepositoryIn };
