import { lstat, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Repositories, Repository } from '../core/ignore.ts';
import { isGitTrue, readGitConfig } from '../core/gitConfig.ts';

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
  const excludesFile = excludesPath(await settings([]), homedir());
  const outer = present(await readPlain(excludesFile));
  return { top, outer, ignoreCase: false, outerFiles: outer.length > 0 ? [excludesFile] : [] };
}

async function repositoryAt(top: string, git: string): Promise<DiskRepository> {
  const common = await commonFolder(git);
  const excludeFile = join(common, 'info', 'exclude');
  const [found, exclude] = await Promise.all([settings([join(common, 'config')]), readPlain(excludeFile)]);
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
  const named = /^gitdir: (.+)$/m.exec(await readText(git))?.[1];
  return named === undefined ? undefined : resolve(top, named.trimEnd());
}

/** Linked worktrees share most of what is in the folder of the main one. */
async function commonFolder(git: string): Promise<string> {
  const named = await readText(join(git, 'commondir'));
  return named === '' ? git : resolve(git, named.trimEnd());
}

function configHome(): string {
  return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
}

/** What git's configuration says, from the weakest file to the strongest. `includeIf` is not followed. */
async function settings(own: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const system = process.env['GIT_CONFIG_NOSYSTEM'] === undefined ? ['/etc/gitconfig'] : [];
  const personal = process.env['GIT_CONFIG_GLOBAL'];
  const files = [
    ...system,
    ...(personal === undefined ? [join(configHome(), 'git', 'config'), join(homedir(), '.gitconfig')] : [personal]),
    ...own,
  ];
  const all = await Promise.all(files.map((file) => readConfig(file, 0)));
  return new Map(all.flatMap((values) => [...values]));
}

async function readConfig(file: string, depth: number): Promise<ReadonlyMap<string, string>> {
  const values = readGitConfig(await readText(file));
  const include = values.get('include.path');
  if (include === undefined || depth > 5) return values;
  const included = await readConfig(expand(include, dirname(file)), depth + 1);
  return new Map([...included, ...values]);
}

function excludesPath(found: ReadonlyMap<string, string>, base: string): string {
  const named = found.get('core.excludesfile');
  return named === undefined ? join(configHome(), 'git', 'ignore') : expand(named, base);
}

function expand(path: string, base: string): string {
  const whole = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
  return isAbsolute(whole) ? whole : join(base, whole);
}

/** Larger files are no settings; a pipe, which somebody may have named in them, would never end. */
const largest = 4 * 1024 * 1024;

/** The bytes of a file, where git follows a link too; undefined where there is none. */
async function readPlain(path: string): Promise<Buffer | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() && stats.size <= largest ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}

async function readText(path: string): Promise<string> {
  return (await readPlain(path))?.toString('utf8') ?? '';
}

function present(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  return bytes === undefined || bytes.length === 0 ? [] : [bytes];
}

/** The repositories of the local disk, for who only wants their rules. */
export const nodeRepositories: Repositories = { around: repositoryAround, in: repositoryIn };
