// Runs the git commands that read and update the private index of a working tree.

import { copyFile, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Yielding } from '../../../core/async/yielding.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { toForwardSlashes } from '../../disk/forwardSlashes.ts';
import { isBelowAny } from '../../../core/path/pathParts.ts';
import { GitFailed } from './gitProgram.ts';
import { joinRecords, recordsPerYield } from './gitRecords.ts';
import type { Blob, PrivateRepository, TreeView } from './privateRepository.ts';
import { isReachedWithoutLinks, statPaths } from '../tree/diskPaths.ts';

/** Minimum number of changed files whose contents are stored in one pack; fewer become loose objects. */
const minPackedFiles = 50;

/** Git's exit code for most failures. */
const fatalExitCode = 128;

/** A file's entry in the index that may not match the disk, and whether the file was deleted. */
export interface DirtyEntry extends Blob {
  readonly isDeleted: boolean;
}

/** Lists files whose index entry may not match the disk: changed, deleted, or only touched. */
export async function listDirtyEntries(
  repository: PrivateRepository,
  view: TreeView,
): Promise<Map<string, DirtyEntry>> {
  // Each entry has two records: `:<old mode> <new mode> <old id> <new id> <status>`, and its path.
  const records = await repository.list(['diff-files', '--raw', '-z', '--relative', '--no-renames'], { view });
  const dirty = new Map<string, DirtyEntry>();
  for (let index = 0; index + 1 < records.length; index += 2) {
    const [oldMode = '', , oldId = '', , status] = (records[index] ?? '').slice(1).split(' ');
    const path = records[index + 1] ?? '';
    const mode = modeByOctal.get(oldMode);
    if (mode !== undefined) dirty.set(path, { mode, id: oldId, isDeleted: status === 'D' });
  }
  return dirty;
}

/** The entries below paths that are symlinks now, as deleted. `diff-files` omits those below a symlink cycle (ELOOP). */
export async function listEntriesBelow(
  repository: PrivateRepository,
  view: TreeView,
  links: ReadonlySet<string>,
): Promise<[string, DirtyEntry][]> {
  if (links.size === 0) return [];
  const entries = await readIndexEntries(repository, view, (path) => isBelowAny(path, links));
  return [...entries].map(([path, blob]) => [path, { ...blob, isDeleted: true }]);
}

export interface UntrackedPaths {
  readonly files: readonly string[];
  /** Folders that are nested repositories. */
  readonly repositories: readonly string[];
  /** `.gitignore` files that are ignored, often by a rule of their own; their rules apply all the same. */
  readonly ignoredRules: readonly string[];
}

/**
 * Lists paths that are neither in the index nor ignored.
 * @param excludesFile path of a file with the ignore rules of the user and the repository
 */
export async function listUntrackedPaths(
  repository: PrivateRepository,
  view: TreeView,
  excludesFile: string,
): Promise<UntrackedPaths> {
  // The last pattern lists also the ignored `.gitignore` files: see `UntrackedPaths.ignoredRules`.
  const args = [
    'ls-files',
    '-o',
    '-z',
    '--exclude-standard',
    `--exclude-from=${excludesFile}`,
    '--exclude=!.gitignore',
  ];
  const paths = await repository.list(args, { view });
  const ignoredRules = await listIgnoredPaths(repository, view, excludesFile, paths.filter(isRuleFile));
  return {
    files: paths.filter((path) => !path.endsWith('/') && !ignoredRules.has(path)),
    repositories: paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
    ignoredRules: [...ignoredRules],
  };
}

export function isRuleFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}

/** Returns those of the paths that are ignored. A path with a final slash is a folder. */
export async function listIgnoredPaths(
  repository: PrivateRepository,
  view: TreeView,
  excludesFile: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const args = ['-c', `core.excludesFile=${excludesFile}`, 'check-ignore', '--no-index', '-z', '--stdin'];
  // With `./`, since git takes a path that begins with a colon for a pathspec with magic.
  const input = await joinRecords(paths.map((path) => `./${path}`));
  const ignored = await repository.list(args, { view, input }).catch((cause: unknown) => {
    // Exit code 1: none of them is ignored.
    if (cause instanceof GitFailed && cause.code === 1) return [];
    throw cause;
  });
  return new Set(ignored.map((path) => path.slice(2)));
}

/**
 * Whether git takes a folder for a nested repository. False for a symlink, and for a folder below one.
 * @param name path from `root`
 */
export async function isNestedRepository(repository: PrivateRepository, root: string, name: string): Promise<boolean> {
  const gitFolder = join(root, name, '.git');
  if (!(await isReachedWithoutLinks(root, join(name, '.git')))) return false;
  return repository.runBoolean(['rev-parse', '--resolve-git-dir', gitFolder], fatalExitCode);
}

/** Nested repositories at paths dropped from the index: git lists them as untracked only at the next scan. */
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
  // Above the threshold, git streams blobs into one pack, which is faster than many loose objects.
  const packOptions = paths.length < minPackedFiles ? [] : ['-c', 'core.bigFileThreshold=1'];
  const args = [...packOptions, 'update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
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
 * Clears the index's `stat` data of files stored in the second of their last write, so that the next scan reads them
 * again. Git itself does so only for an mtime that is not older than the index ("racy git"): it would miss another
 * write in that second if the mtime was set back, or if the index was written a second later.
 * @param mtimes of such files in milliseconds, by path from `view.root`
 */
export async function forgetRacyStats(
  repository: PrivateRepository,
  view: TreeView,
  mtimes: ReadonlyMap<string, number>,
): Promise<void> {
  if (mtimes.size === 0) return;
  const indexSeconds = Math.floor((await stat(view.index)).mtimeMs / 1000);
  const missedFiles = [...mtimes].filter(([, mtimeMs]) => Math.floor(mtimeMs / 1000) < indexSeconds);
  if (missedFiles.length === 0) return;
  const prefix = createPathPrefix(view.top, view.root);
  const fullPaths = new Set(missedFiles.map(([path]) => `${prefix}${path}`));
  const records = await listRecords(repository, view);
  const wantedRecords = records.filter((record) => fullPaths.has(record.slice(record.indexOf('\t') + 1)));
  await addRecords(repository, view, wantedRecords);
}

/** The entries of an index as `mode id stage<tab>path`, the path from the repository's root. */
function listRecords(repository: PrivateRepository, view: TreeView): Promise<readonly string[]> {
  return repository.list(['ls-files', '-s', '-z', '--full-name'], { view });
}

/** Adds or replaces entries, which then have no `stat` data. */
async function addRecords(repository: PrivateRepository, view: TreeView, records: readonly string[]): Promise<void> {
  await repository.run(['update-index', '-z', '--index-info'], { view, input: await joinRecords(records) });
}

/**
 * Fills an empty index with the entries of another one, whose paths begin at the root of another repository.
 * Needed after the enclosing repository was created, deleted or moved.
 * @param previousTop top-level folder of that repository
 */
export async function rebaseIndex(
  repository: PrivateRepository,
  view: TreeView,
  previousTop: string,
  previousView: TreeView,
): Promise<void> {
  const oldPrefix = createPathPrefix(previousTop, view.root);
  const newPrefix = createPathPrefix(view.top, view.root);
  const records = await listRecords(repository, previousView);
  const movedRecords = records.map((record) => record.replace(`\t${oldPrefix}`, () => `\t${newPrefix}`));
  await addRecords(repository, view, movedRecords);
}

/** Path from `top` to `root` with `/` and a final slash, as index entries begin with it; empty if they are the same. */
export function createPathPrefix(top: string, root: string): string {
  const relativePath = toForwardSlashes(relative(top, root));
  return relativePath === '' ? '' : `${relativePath}/`;
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
    const mode = modeByOctal.get(octal);
    if (mode !== undefined) entries.set(path, { mode, id });
  }
  return entries;
}

/** Copies an index with its mtime in whole seconds: git reads files again whose mtime is not older. */
export async function copyKeepingTime(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const seconds = Math.floor(mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}

/** Modes of files and links by git's octal form. Others, such as a submodule's, are not recorded. */
const modeByOctal: ReadonlyMap<string, Blob['mode']> = new Map([
  ['100644', 'file'],
  ['100755', 'executable'],
  ['120000', 'link'],
]);
