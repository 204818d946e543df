// Finds the git repository around a folder, its git folders, and its ignore rules outside `.gitignore` files.

import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { RepositoryFinder, RepositoryIgnore } from '../../core/pattern/repositoryFinder.ts';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { statQuickly } from '../disk/fileStamps.ts';
import { toForwardSlashes } from '../disk/systemPaths.ts';
import { expandGitPath, getGitConfigHome, getGitHome, readGitFile, readGitText } from './gitFiles.ts';
import { readGitSettings, type GitFolders } from './gitSettings.ts';

/** A repository on disk, or a folder outside any, to which the user's own ignore rules apply. */
export interface DiskRepository extends RepositoryIgnore {
  /** Git's folders; undefined if there is no repository: then `top` is the folder itself. */
  readonly git: GitFolders | undefined;
  /** Paths of those files of `globalFiles` (contents) that ripgrep does not find by itself, lowest precedence first. */
  readonly outerFiles: readonly string[];
}

/** Finds the repository that contains a folder; without one, the folder itself with the user's own ignore rules. */
export async function findRepositoryAround(folder: string): Promise<DiskRepository> {
  // Git looks around the real folder, not where a symlink to it is.
  const realFolder = await realpath(folder).catch(() => folder);
  for (let top = realFolder; ; top = dirname(top)) {
    const repository = await findRepositoryIn(top);
    if (repository !== undefined) return { ...repository, prefix: toForwardSlashes(relative(top, realFolder)) };
    if (dirname(top) === top) return readUserRulesOnly(realFolder);
  }
}

/** Finds the repository whose working tree has its root at a folder; undefined if there is none. */
export async function findRepositoryIn(top: string): Promise<DiskRepository | undefined> {
  const own = await findGitFolder(top);
  return own === undefined ? undefined : readRepository(top, own);
}

/** Treats a folder as the top of a tree without a repository, in which only the user's own ignore rules apply. */
export async function readUserRulesOnly(top: string): Promise<DiskRepository> {
  const userFile = getUserRuleFile(await readGitSettings(), getGitHome());
  const globalFiles = toRuleList(await readGitFile(userFile));
  return {
    top,
    prefix: '',
    git: undefined,
    globalFiles,
    ignoreCase: false,
    outerFiles: globalFiles.length > 0 ? [userFile] : [],
  };
}

async function readRepository(top: string, own: string): Promise<DiskRepository> {
  const common = await readCommonFolder(own);
  const repositoryFile = join(common, 'info', 'exclude');
  const [settings, bytes] = await Promise.all([readGitSettings({ own, common }), readGitFile(repositoryFile)]);
  const repositoryRules = toRuleList(bytes);
  const userFile = getUserRuleFile(settings, top);
  const userRules = toRuleList(await readGitFile(userFile));
  return {
    top,
    prefix: '',
    git: { own, common },
    globalFiles: [...userRules, ...repositoryRules],
    outerFiles: [
      ...(userRules.length > 0 ? [userFile] : []),
      // Ripgrep finds `info/exclude` only if `.git` is a folder.
      ...(repositoryRules.length > 0 && own !== join(top, '.git') ? [repositoryFile] : []),
    ],
    ignoreCase: isGitTrue(settings.get('core.ignorecase')),
  };
}

/** The own git folder of a working tree: its `.git`, or the folder that a file `.git` names, as in linked worktrees. */
export async function findGitFolder(top: string): Promise<string | undefined> {
  const path = join(top, '.git');
  const stats = await statQuickly(path);
  if (stats === undefined) return undefined;
  return stats.isFile() ? readGitFolderReference(path) : path;
}

/** The git folder that a file `.git` names; undefined if it names none. */
export async function readGitFolderReference(file: string): Promise<string | undefined> {
  const path = /^gitdir: (.+)$/m.exec(await readGitText(file))?.[1];
  return path === undefined ? undefined : resolve(dirname(file), path.trimEnd());
}

/** The git folder that all working trees share: a linked one's own folder names it in `commondir`. */
export async function readCommonFolder(own: string): Promise<string> {
  const path = await readGitText(join(own, 'commondir'));
  return path === '' ? own : resolve(own, path.trimEnd());
}

/** Path of the user's own ignore file. @param base folder against which a relative setting is resolved */
function getUserRuleFile(settings: ReadonlyMap<string, string>, base: string): string {
  const configured = settings.get('core.excludesfile');
  return configured === undefined ? join(getGitConfigHome(), 'git', 'ignore') : expandGitPath(configured, base);
}

/** The bytes of an ignore file as a list; empty if there are none. */
function toRuleList(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  return bytes === undefined || bytes.length === 0 ? [] : [bytes];
}

/** The repositories of the local disk, as the core's port for ignore rules. */
export const nodeRepositories: RepositoryFinder = { containing: findRepositoryAround, atTop: findRepositoryIn };
