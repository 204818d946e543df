import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { gitConfigEntries, isGitTrue, lastValues, type GitConfigEntry } from '../../core/git/gitConfig.ts';
import { asksForRemotes, includedBy, type IncludeFacts } from '../../core/git/gitInclude.ts';
import { readPlainText } from '../files/plainFile.ts';

/** The folders of a repository: its own, and the one that linked worktrees share. */
export interface GitFolders {
  readonly git: string;
  readonly common: string;
}

/** Includes may lead to files that include each other: git gives up below ten of them, and a hostile file may name thousands. */
const most = { depth: 10, files: 200 };

/** What git's configuration says for a repository, or outside of any: the last value of each `section.name`. */
export async function gitSettings(folders: GitFolders | undefined): Promise<ReadonlyMap<string, string>> {
  const files = [
    await systemConfig(),
    ...personalConfigs(),
    ...(folders === undefined ? [] : [join(folders.common, 'config')]),
  ];
  const facts = await factsOf(folders);
  const first = await readAll(files, facts);
  const urls = first.flatMap(({ section, name, value }) => (section === 'remote' && name === 'url' ? [value] : []));
  const entries = first.some(asksForRemotes) ? await readAll(files, { ...facts, urls }) : first;
  const values = lastValues(entries);
  if (folders === undefined || !isGitTrue(values.get('extensions.worktreeconfig'))) return values;
  return new Map([...values, ...lastValues(await readAll([join(folders.git, 'config.worktree')], { ...facts, urls }))]);
}

/** The home folder as git sees it. */
export function gitHome(): string {
  return process.env['HOME'] ?? homedir();
}

/** Where the person's own settings of git are that have no file of their own. */
export function gitConfigHome(): string {
  const named = process.env['XDG_CONFIG_HOME'];
  return named === undefined || named === '' ? join(gitHome(), '.config') : named;
}

/** A path in a setting; relative ones are those of `base`. */
export function expandGitPath(path: string, base: string): string {
  const whole = /^~(?=\/|$)/.test(path) ? join(gitHome(), path.slice(1)) : path;
  return isAbsolute(whole) ? whole : join(base, whole);
}

function personalConfigs(): readonly string[] {
  const named = process.env['GIT_CONFIG_GLOBAL'];
  return named === undefined ? [join(gitConfigHome(), 'git', 'config'), join(gitHome(), '.gitconfig')] : [named];
}

async function factsOf(folders: GitFolders | undefined): Promise<IncludeFacts> {
  const home = await realOrSame(gitHome());
  if (folders === undefined) return { gitFolders: [], branch: undefined, home: slashed(home), urls: undefined };
  const head = await readPlainText(join(folders.git, 'HEAD'));
  return {
    gitFolders: [await realOrSame(folders.git), folders.git].map(slashed),
    branch: /^ref:\s*refs\/heads\/(.+?)\s*$/.exec(head)?.[1],
    home: slashed(home),
    urls: undefined,
  };
}

/** The entries of files from the weakest to the strongest, each with those that it includes in the place where it does. */
async function readAll(files: readonly string[], facts: IncludeFacts): Promise<readonly GitConfigEntry[]> {
  let left = most.files;
  const read = async (file: string, depth: number): Promise<readonly GitConfigEntry[]> => {
    if (depth > most.depth || left-- <= 0) return [];
    const found: GitConfigEntry[] = [];
    const own = gitConfigEntries(await readPlainText(file));
    const folder = own.length === 0 ? '' : slashed(dirname(await realOrSame(file)));
    for (const entry of own) {
      found.push(entry);
      const path = includedBy(entry, folder, facts);
      // oxlint-disable-next-line no-await-in-loop -- what comes later counts
      if (path !== undefined) found.push(...(await read(expandGitPath(path, dirname(file)), depth + 1)));
    }
    return found;
  };
  const all: GitConfigEntry[] = [];
  // oxlint-disable-next-line no-await-in-loop -- what comes later counts
  for (const file of files) all.push(...(await read(file, 0)));
  return all;
}

/** Git's own path for the settings of all users, which depends on how it was built; by the `PATH` that it was found with. */
const systemConfigs = new Map<string, Promise<string>>();

function systemConfig(): Promise<string> {
  const none = process.env['GIT_CONFIG_NOSYSTEM'];
  if (none !== undefined && isGitTrue(none)) return Promise.resolve('');
  const named = process.env['GIT_CONFIG_SYSTEM'];
  if (named !== undefined) return Promise.resolve(named);
  const key = process.env['PATH'] ?? '';
  const known = systemConfigs.get(key) ?? askGit();
  systemConfigs.set(key, known);
  return known;
}

/** Where git is not there, or nothing is set there, the usual path does no harm. */
function askGit(): Promise<string> {
  const args = ['config', '--system', '--list', '--show-origin', '--null'];
  // Not in the workspace, which may hold a program of that name.
  const options = { cwd: dirname(process.execPath), timeout: 5000, windowsHide: true };
  return new Promise((resolve) => {
    execFile('git', args, options, (_error, stdout) =>
      resolve(/^file:([^\0]+)\0/.exec(stdout)?.[1] ?? '/etc/gitconfig'),
    );
  });
}

async function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function slashed(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}
