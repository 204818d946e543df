// Reads git's configuration files and their includes as git does, but not what `GIT_CONFIG_COUNT` adds.

import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  parseGitConfig,
  isGitTrue,
  lastValues,
  type GitConfigEntry,
  dependsOnRemotes,
  includedPath,
  type IncludeContext,
} from '../../core/git/gitConfig.ts';
import { toForwardSlashes } from '../disk/systemPaths.ts';
import { expandGitPath, getGitConfigHome, getGitHome, readGitText } from './gitFiles.ts';
import { runUserGit } from './userGit.ts';

/** Absolute paths: the own git folder of a working tree, and the common one, which linked worktrees share. */
export interface GitFolders {
  readonly own: string;
  readonly common: string;
}

/** Limits of `include`: git's maximum depth, against cycles, and a maximum number of files, against hostile ones. */
const includeLimits = { depth: 10, files: 200 };

/** Reads git's configuration for a repository, or outside any: the last value of each `section.name`, in lower case. */
export async function readGitSettings(folders?: GitFolders): Promise<ReadonlyMap<string, string>> {
  // Lowest precedence first.
  const files = [
    await findSystemConfigFile(),
    ...listUserConfigFiles(),
    ...(folders === undefined ? [] : [join(folders.common, 'config')]),
  ];
  const includeContext = await readIncludeContext(folders);
  // `includeIf hasconfig:remote…` depends on the remotes, which are known only after a first pass.
  const firstEntries = await readEntries(files, includeContext);
  const urls = firstEntries.flatMap(({ section, name, value }) =>
    section === 'remote' && name === 'url' ? [value] : [],
  );
  const entries = firstEntries.some(dependsOnRemotes)
    ? await readEntries(files, { ...includeContext, urls })
    : firstEntries;
  const values = lastValues(entries);
  const hasWorktreeConfig = isGitTrue(values.get('extensions.worktreeconfig'));
  if (folders === undefined || !hasWorktreeConfig) return values;
  const worktreeFile = join(folders.own, 'config.worktree');
  const worktreeEntries = await readEntries([worktreeFile], { ...includeContext, urls });
  return new Map([...values, ...lastValues(worktreeEntries)]);
}

function listUserConfigFiles(): readonly string[] {
  const configured = process.env['GIT_CONFIG_GLOBAL'];
  if (configured !== undefined) return [configured];
  return [join(getGitConfigHome(), 'git', 'config'), join(getGitHome(), '.gitconfig')];
}

/** Reads what the conditions of `includeIf` refer to, except the remotes' URLs. */
async function readIncludeContext(folders: GitFolders | undefined): Promise<IncludeContext> {
  const home = await realPathOrSame(getGitHome());
  if (folders === undefined)
    return { gitFolders: [], branch: undefined, home: toForwardSlashes(home), urls: undefined };
  const head = await readGitText(join(folders.own, 'HEAD'));
  return {
    // Git compares both.
    gitFolders: [await realPathOrSame(folders.own), folders.own].map(toForwardSlashes),
    branch: /^ref:\s*refs\/heads\/(.+?)\s*$/.exec(head)?.[1],
    home: toForwardSlashes(home),
    urls: undefined,
  };
}

/** Reads the entries of files in order; those of an included file follow its `include`. Later entries win. */
async function readEntries(
  files: readonly string[],
  includeContext: IncludeContext,
): Promise<readonly GitConfigEntry[]> {
  let remainingFiles = includeLimits.files;
  const entriesInOrder: GitConfigEntry[] = [];
  const addEntries = async (file: string, depth: number): Promise<void> => {
    if (depth > includeLimits.depth || remainingFiles <= 0) return;
    remainingFiles--;
    const entries = parseGitConfig(await readGitText(file));
    if (entries.length === 0) return;
    const folder = toForwardSlashes(dirname(await realPathOrSame(file)));
    for (const entry of entries) {
      entriesInOrder.push(entry);
      const path = includedPath(entry, folder, includeContext);
      if (path !== undefined) await addEntries(expandGitPath(path, dirname(file)), depth + 1);
    }
  };
  for (const file of files) await addEntries(file, 0);
  return entriesInOrder;
}

/**
 * Path of git's system-wide configuration, which depends on git's build. Cached by the `PATH` on which git is found,
 * since asking starts a process.
 */
const systemConfigFileByPath = new Map<string, Promise<string>>();

function findSystemConfigFile(): Promise<string> {
  const noSystem = process.env['GIT_CONFIG_NOSYSTEM'];
  // Without a system-wide file, there are no entries.
  if (noSystem !== undefined && isGitTrue(noSystem)) return Promise.resolve('');
  const configured = process.env['GIT_CONFIG_SYSTEM'];
  if (configured !== undefined) return Promise.resolve(configured);
  const key = process.env['PATH'] ?? '';
  const file = systemConfigFileByPath.get(key) ?? askGitForSystemConfig();
  systemConfigFileByPath.set(key, file);
  return file;
}

/** Asks git for the path; without git, or with an empty configuration, it is `/etc/gitconfig`. */
async function askGitForSystemConfig(): Promise<string> {
  const args = ['config', '--system', '--list', '--show-origin', '--null'];
  const listed = await runUserGit(args, { timeout: 5000 });
  return /^file:([^\0]+)\0/.exec(listed)?.[1] ?? '/etc/gitconfig';
}

async function realPathOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
