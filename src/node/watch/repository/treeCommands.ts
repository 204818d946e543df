// Runs the git commands that read and update the private index of a working tree.

import { copyFile, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Yielding } from '../../../core/async/yielding.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { toForwardSlashes } from '../../disk/systemPaths.ts';
import { isBelowAny } from '../../../core/path/pathParts.ts';
import { joinRecords, recordsPerYield } from './gitRecords.ts';
import type { IndexedFile, PrivateRepository, WorkTreeView } from './privateRepository.ts';
import { isReachedWithoutLinks, statPaths } from '../tree/diskPaths.ts';

/** Minimum number of changed files whose contents are stored in one pack; fewer become loose objects. */
const minPackedFiles = 50;

/** Git's exit code for most failures, such as a folder that is no repository. */
const fatalExitCode = 128;

/** A file's entry in the index that may not match the disk, and whether the file was deleted. */
export interface DirtyEntry extends IndexedFile {
  readonly isDeleted: boolean;
}

/** Lists files whose index entry may not match the disk: changed, deleted, or only touched. */
export async function listDirtyEntries(
  repository: PrivateRepository,
  view: WorkTreeView,
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

/** Entries below paths that are symlinks now, as deleted. `diff-files` omits those below a symlink cycle (ELOOP). */
export async function listEntriesBelow(
  repository: PrivateRepository,
  view: WorkTreeView,
  links: ReadonlySet<string>,
): Promise<[string, DirtyEntry][]> {
  if (links.size === 0) return [];
  const entries = await readIndexEntries(repository, view, (path) => isBelowAny(path, links));
  return [...entries].map(([path, entry]) => [path, { ...entry, isDeleted: true }]);
}

/**
 * Whether git takes a folder for a nested repository. False for a symlink, and for a folder below one.
 * @param path from `root`
 */
export async function isNestedRepository(repository: PrivateRepository, root: string, path: string): Promise<boolean> {
  const gitFolder = join(root, path, '.git');
  if (!(await isReachedWithoutLinks(root, join(path, '.git')))) return false;
  return repository.runBoolean(['rev-parse', '--resolve-git-dir', gitFolder], fatalExitCode);
}

/** Nested repositories at paths dropped from the index: git lists them as untracked only at the next scan. */
export async function listNewRepositories(
  repository: PrivateRepository,
  root: string,
  dropped: readonly string[],
): Promise<readonly string[]> {
  const gitFolders = dropped.map((path) => `${path}/.git`);
  const candidates = [...(await statPaths(root, gitFolders)).keys()].map((gitFolder) => dirname(gitFolder));
  const areNested = await Promise.all(candidates.map((path) => isNestedRepository(repository, root, path)));
  return candidates.filter((_, index) => areNested[index]);
}

/** Updates paths of the index from the disk: stores existing files, and removes missing ones. */
export async function updateIndex(
  repository: PrivateRepository,
  view: WorkTreeView,
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
  view: WorkTreeView,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await repository.run(['update-index', '-z', '--force-remove', '--stdin'], { view, input: await joinRecords(paths) });
}

/**
 * Clears the index's `stat` data of files stored in the second of their last write, so that the next scan reads them
 * again. Git itself does so only for an mtime that is not older than the index ("racy git"). It would miss another
 * write in that second if the mtime was set back, or if the index was written a second later.
 * @param mtimes of such files in milliseconds, by path from `view.root`
 */
export async function forgetRacyStats(
  repository: PrivateRepository,
  view: WorkTreeView,
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
function listRecords(repository: PrivateRepository, view: WorkTreeView): Promise<readonly string[]> {
  return repository.list(['ls-files', '-s', '-z', '--full-name'], { view });
}

/** Adds or replaces entries, which then have no `stat` data. */
async function addRecords(
  repository: PrivateRepository,
  view: WorkTreeView,
  records: readonly string[],
): Promise<void> {
  await repository.run(['update-index', '-z', '--index-info'], { view, input: await joinRecords(records) });
}

/**
 * Fills an empty index with the entries of the previous one, whose paths begin at another top-level folder. Needed
 * after the enclosing repository was created, deleted or moved.
 * @param previousTop that folder
 */
export async function copyIndexEntries(
  repository: PrivateRepository,
  view: WorkTreeView,
  previousTop: string,
  previousView: WorkTreeView,
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

/** Entries of the index, by path from `view.root`. @param isWanted restricts the result to such paths */
export async function readIndexEntries(
  repository: PrivateRepository,
  view: WorkTreeView,
  isWanted: (path: string) => boolean = () => true,
): Promise<Map<string, IndexedFile>> {
  return runYielding(parseEntries(await repository.list(['ls-files', '-s', '-z'], { view }), isWanted));
}

/** Parses records of `mode id stage<tab>path`. */
function* parseEntries(
  records: readonly string[],
  isWanted: (path: string) => boolean,
): Yielding<Map<string, IndexedFile>> {
  const entries = new Map<string, IndexedFile>();
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

/**
 * Copies an index with its mtime, in whole seconds. Git reads files again whose mtime is not older: with the time of
 * the copy, it would trust the `stat` data of files that were written since ("racy git").
 */
export async function copyKeepingTime(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const seconds = Math.floor(mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}

/** Modes of files and links by git's octal form. Others, such as a submodule's, are not recorded. */
const modeByOctal: ReadonlyMap<string, IndexedFile['mode']> = new Map([
  ['100644', 'file'],
  ['100755', 'executable'],
  ['120000', 'link'],
]);
