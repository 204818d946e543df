// Implements the git commands that read and update a private index of a working tree.

import { copyFile, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { isBelowAny } from '../../core/path/isBelowAny.ts';
import { GitFailed } from './gitProgram.ts';
import { joinRecords, recordsPerYield } from './gitRecords.ts';
import { parseMode, type Blob, type PrivateRepository, type TreeView } from './privateRepository.ts';
import { isReachedWithoutLinks, statPaths } from './withheldFiles.ts';

/** Number of changed files from which their contents are stored in a pack. */
const minPackedFiles = 50;

/** A file's entry in the index, and whether the file is gone. */
export interface DirtyEntry extends Blob {
  readonly isGone: boolean;
}

/** Lists files whose index entry may not match the disk: changed, deleted, or only touched. */
export async function listDirtyEntries(
  repository: PrivateRepository,
  view: TreeView,
): Promise<Map<string, DirtyEntry>> {
  const out = await repository.list(['diff-files', '--raw', '-z', '--relative', '--no-renames'], { view });
  const dirty = new Map<string, DirtyEntry>();
  for (let at = 0; at + 1 < out.length; at += 2) {
    const [oldMode = '', , id = '', , status] = (out[at] ?? '').slice(1).split(' ');
    const mode = parseMode(oldMode);
    if (mode !== undefined) dirty.set(out[at + 1] ?? '', { mode, id, isGone: status === 'D' });
  }
  return dirty;
}

/** The entries of files whose folder is a link now: git passes over those that it cannot look for, in a circle of links. */
export async function listEntriesBelow(
  repository: PrivateRepository,
  view: TreeView,
  links: ReadonlySet<string>,
): Promise<[string, DirtyEntry][]> {
  if (links.size === 0) return [];
  const entries = await readIndexEntries(repository, view, (path) => isBelowAny(path, links));
  return [...entries].map(([path, blob]) => [path, { ...blob, isGone: true }]);
}

export interface UntrackedPaths {
  readonly files: readonly string[];
  /** Folders that are nested repositories. */
  readonly repositories: readonly string[];
  /** `.gitignore` files that a rule ignores, often their own: git reads them all the same. */
  readonly ignoredRules: readonly string[];
}

/** Lists paths neither in the index nor ignored. @param excludes a file with the ignore rules of the user and the repository */
export async function listUntrackedPaths(
  repository: PrivateRepository,
  view: TreeView,
  excludes: string,
): Promise<UntrackedPaths> {
  const args = ['ls-files', '-o', '-z', '--exclude-standard', `--exclude-from=${excludes}`, '--exclude=!.gitignore'];
  const paths = await repository.list(args, { view });
  const ignoredRules = await listIgnoredPaths(repository, view, excludes, paths.filter(isRuleFile));
  return {
    files: paths.filter((path) => !path.endsWith('/') && !ignoredRules.has(path)),
    repositories: paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
    ignoredRules: [...ignoredRules],
  };
}

export function isRuleFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}

/** The paths that a rule ignores. Those that end with a slash are folders. */
export async function listIgnoredPaths(
  repository: PrivateRepository,
  view: TreeView,
  excludes: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const args = ['-c', `core.excludesFile=${excludes}`, 'check-ignore', '--no-index', '-z', '--stdin'];
  // Without the dot, a name that begins with a colon would be a pattern.
  const input = await joinRecords(paths.map((path) => `./${path}`));
  const ignored = await repository.list(args, { view, input }).catch((cause: unknown) => {
    // Exit code 1: none of them is ignored.
    if (cause instanceof GitFailed && cause.code === 1) return [];
    throw cause;
  });
  return new Set(ignored.map((path) => path.slice(2)));
}

/** Whether git takes a folder, not one behind a link, for a nested repository. @param name path from the root of the scan */
export async function isNestedRepository(repository: PrivateRepository, root: string, name: string): Promise<boolean> {
  const gitFolder = join(root, name, '.git');
  if (!(await isReachedWithoutLinks(root, join(name, '.git')))) return false;
  return repository.ask(['rev-parse', '--resolve-git-dir', gitFolder], 128);
}

/** Nested repositories in place of files that are dropped from the index: git lists these only at the next scan. */
export async function listNewRepositories(
  repository: PrivateRepository,
  root: string,
  dropped: readonly string[],
): Promise<readonly string[]> {
  const gitFolders = dropped.map((path) => `${path}/.git`);
  const names = [...(await statPaths(root, gitFolders)).keys()].map((gitFolder) => dirname(gitFolder));
  const areNested = await Promise.all(names.map((name) => isNestedRepository(repository, root, name)));
  return names.filter((_, index) => areNested[index]);
}

/** Updates paths of the index from the disk: stores existing files, and removes missing ones. */
export async function updateIndex(
  repository: PrivateRepository,
  view: TreeView,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  // Stores many files in one pack, which is faster than a loose object for each.
  const packing = paths.length < minPackedFiles ? [] : ['-c', 'core.bigFileThreshold=1'];
  const args = [...packing, 'update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
  await repository.run(args, { view, input: await joinRecords(paths) });
}

/** Removes paths from the index, whatever is on disk. */
export async function dropFromIndex(
  repository: PrivateRepository,
  view: TreeView,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await repository.run(['update-index', '-z', '--force-remove', '--stdin'], { view, input: await joinRecords(paths) });
}

/**
 * Makes git read files again at the next scan that were stored in the second in which they were written. Git compares times
 * by the second, and reads again what is as new as the index by its mtime. It would miss another write in that second if
 * the mtime is set back, or the index was written in a later one.
 * @param mtimes of such files in milliseconds, by path from `view.root`
 */
export async function forgetRacyStats(
  repository: PrivateRepository,
  view: TreeView,
  mtimes: ReadonlyMap<string, number>,
): Promise<void> {
  if (mtimes.size === 0) return;
  const indexSeconds = Math.floor((await stat(view.index)).mtimeMs / 1000);
  const below = relative(view.top, view.root).split(sep).join('/');
  const missedPaths = [...mtimes].filter(([, mtimeMs]) => Math.floor(mtimeMs / 1000) < indexSeconds);
  if (missedPaths.length === 0) return;
  const fullPaths = new Set(missedPaths.map(([path]) => (below === '' ? path : `${below}/${path}`)));
  // Each record is `mode id stage<tab>path`; an entry that is read from one has no `stat` data.
  const records = await repository.list(['ls-files', '-s', '-z', '--full-name'], { view });
  const wantedRecords = records.filter((record) => fullPaths.has(record.slice(record.indexOf('\t') + 1)));
  await repository.run(['update-index', '-z', '--index-info'], { view, input: await joinRecords(wantedRecords) });
}

/** Entries of the index, by path. @param isWanted restricts the result to such paths */
export async function readIndexEntries(
  repository: PrivateRepository,
  view: TreeView,
  isWanted: (path: string) => boolean = () => true,
): Promise<Map<string, Blob>> {
  return runYielding(parseEntries(await repository.list(['ls-files', '-s', '-z'], { view }), isWanted));
}

/** Parses records of `mode id stage<tab>path`. */
function* parseEntries(records: readonly string[], isWanted: (path: string) => boolean): Yielding<Map<string, Blob>> {
  const entries = new Map<string, Blob>();
  for (const [index, record] of records.entries()) {
    if (index % recordsPerYield === 0) yield;
    const tab = record.indexOf('\t');
    const path = record.slice(tab + 1);
    if (!isWanted(path)) continue;
    const [octal = '', id = ''] = record.slice(0, tab).split(' ');
    const mode = parseMode(octal);
    if (mode !== undefined) entries.set(path, { mode, id });
  }
  return entries;
}

/** Copies an index. Git treats a file as new as the index as changed, so the copy keeps the mtime. */
export async function copyKeepingTime(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const seconds = Math.floor(mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}
