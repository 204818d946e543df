// Scans one working tree for changes since the previous scan, and updates its private index.

import { constants, type BigIntStats } from 'node:fs';
import { access } from 'node:fs/promises';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import { isFulfilled } from '../../../async/isFulfilled.ts';
import { updatePermissions } from './filePermissions.ts';
import type { PreviouslyIgnored } from './previousRules.ts';
import { pairSides, type FileVersion, type Sides } from '../pairSides.ts';
import { GitUnusable } from '../repository/gitProgram.ts';
import type { IndexedFile, PrivateRepository, WorkTreeView } from '../repository/privateRepository.ts';
import {
  listDirtyEntries,
  dropFromIndex,
  forgetRacyStats,
  listNewRepositories,
  listEntriesBelow,
  readIndexEntries,
  updateIndex,
  type DirtyEntry,
} from '../repository/treeCommands.ts';
import { listUntrackedPaths, type UntrackedPaths } from '../repository/untrackedPaths.ts';
import type { TreeState } from './treeFiles.ts';
import { toDiskPath, isReachedWithoutLinks, statPaths } from './diskPaths.ts';
import {
  isRefusedByGit,
  listInaccessibleFiles,
  maxStoredBytes,
  createStamp,
  storeUnindexedFile,
  hashWithheldFile,
  type UnindexedFile,
} from './unindexedFiles.ts';

/** Maximum number of bytes that one scan stores. */
const maxStoredPerScanBytes = 4 * 1024 * 1024 * 1024;
/** Maximum number of files outside the index to read at a time; they may be large. */
const maxConcurrentReads = 2;

/** A working tree as of the previous scan, and what a scan of it needs. */
export interface TreeScanDeps extends Pick<TreeState, 'unindexed' | 'permissions'> {
  readonly repository: PrivateRepository;
  /** The work tree with the index of the previous scan, which is not changed. */
  readonly view: WorkTreeView;
  /** A file with the ignore rules of the user and the repository. */
  readonly excludesFile: string;
  /** Whether a file is secret, by path from `view.root`. */
  readonly isSecret: (path: string) => boolean;
  /** Copies the index before its first change (copy-on-write); returns a view of the copy. */
  readonly copyIndex: () => Promise<WorkTreeView>;
  /** Stores the rules beside the index, and compares all with the previous scan's. Called before `copyIndex`. */
  readonly storeAndCompareRules: (
    untracked: UntrackedPaths,
    dirty: ReadonlyMap<string, DirtyEntry>,
  ) => Promise<PreviouslyIgnored>;
}

/** The working tree as of this scan. */
export interface TreeScan extends PreviouslyIgnored, Pick<TreeState, 'unindexed' | 'permissions'> {
  /** Changes by path from `view.root`; none of files that were ignored until now: their previous content is unknown. */
  readonly changes: Map<string, Sides>;
  /** Folders that are nested repositories. */
  readonly repositories: readonly string[];
  /** The work tree with the index of this scan. */
  readonly view: WorkTreeView;
}

/** The action for each suspect path. A path may be both dropped and kept out. */
interface IndexPlan {
  /** Paths whose contents are stored in the index. */
  readonly toStore: string[];
  /** Paths to remove from the index: of files that were deleted, or are no longer stored there. */
  readonly toDrop: string[];
  /** Files to read outside the index. `withheld`: why their bytes are not stored; undefined if git refuses the name. */
  readonly toKeepOut: Map<string, { readonly stats: BigIntStats; readonly withheld: UnindexedFile['withheld'] }>;
}

/**
 * Scans the disk: lists the paths that may have changed (suspects), stores what they contain now, and compares it with
 * the previous scan. Changes no files but copies of the index.
 * @throws GitFailed, GitUnusable
 */
export async function scanTree(deps: TreeScanDeps): Promise<TreeScan> {
  const { repository, unindexed, permissions } = deps;
  const [dirty, untracked] = await Promise.all([
    listDirtyEntries(repository, deps.view),
    listUntrackedPaths(repository, deps.view, deps.excludesFile),
  ]);
  const previouslyIgnored = await deps.storeAndCompareRules(untracked, dirty);
  const suspectPaths = new Set([...dirty.keys(), ...untracked.files, ...unindexed.keys()]);
  if (suspectPaths.size === 0) {
    const { repositories } = untracked;
    return { ...previouslyIgnored, repositories, changes: new Map(), unindexed, permissions, view: deps.view };
  }
  const stats = await readStats(suspectPaths, dirty, new Set(untracked.files), deps);
  const links = new Set([...stats].flatMap(([path, pathStats]) => (pathStats.isSymbolicLink() ? path : [])));
  for (const [path, entry] of await listEntriesBelow(repository, deps.view, links)) {
    dirty.set(path, entry);
    suspectPaths.add(path);
  }
  const plan = planIndex(suspectPaths, stats, dirty, deps);
  const newRepositories = await listNewRepositories(repository, deps.view.root, plan.toDrop);
  const unindexedNow = await updateUnindexed(plan, deps);
  const { view, indexed } = await updateIndexCopy(plan, stats, deps);
  const permissionsNow = await updatePermissions(permissions, deps.view.root, suspectPaths, stats);
  // Stored now, but not listed as created: see `TreeScan.changes`.
  for (const path of previouslyIgnored.revealed) suspectPaths.delete(path);
  const changes = await pairSides(
    suspectPaths,
    { files: new Map<string, FileVersion>([...dirty, ...unindexed]), permissions },
    { files: new Map<string, FileVersion>([...unindexedNow, ...indexed]), permissions: permissionsNow },
    repository,
  );
  const repositories = [...untracked.repositories, ...newRepositories];
  return { ...previouslyIgnored, repositories, changes, unindexed: unindexedNow, permissions: permissionsNow, view };
}

/** Applies a plan to a copy of the index, if it changes any. Returns the entries of the changed paths. */
async function updateIndexCopy(
  plan: IndexPlan,
  stats: ReadonlyMap<string, BigIntStats>,
  deps: TreeScanDeps,
): Promise<{ readonly view: WorkTreeView; readonly indexed: ReadonlyMap<string, IndexedFile> }> {
  const { repository } = deps;
  const changedPaths = new Set([...plan.toStore, ...plan.toDrop]);
  if (changedPaths.size === 0) return { view: deps.view, indexed: new Map() };
  const view = await deps.copyIndex();
  await applyIndexPlan(plan, stats, { repository, view });
  return { view, indexed: await readIndexEntries(repository, view, (path) => changedPaths.has(path)) };
}

/** Reads the `lstat` of paths. Omits those that are deleted, below a symlink, or inaccessible. */
async function readStats(
  paths: Iterable<string>,
  dirty: ReadonlyMap<string, DirtyEntry>,
  untrackedPaths: ReadonlySet<string>,
  { view, unindexed }: TreeScanDeps,
): Promise<Map<string, BigIntStats>> {
  const stats = await statPaths(view.root, paths);
  for (const [path, { isDeleted }] of dirty) if (isDeleted) stats.delete(path);
  // Git checks the folders of the paths that it lists, but not those of unindexed files.
  for (const path of unindexed.keys()) {
    if (!untrackedPaths.has(path) && !(await isReachedWithoutLinks(view.root, path))) stats.delete(path);
  }
  return stats;
}

/** Decides for each suspect path whether to store it, to remove it from the index, or to read it outside the index. */
function planIndex(
  paths: Iterable<string>,
  stats: ReadonlyMap<string, BigIntStats>,
  dirty: ReadonlyMap<string, DirtyEntry>,
  { isSecret }: TreeScanDeps,
): IndexPlan {
  const plan: IndexPlan = { toStore: [], toDrop: [], toKeepOut: new Map() };
  for (const path of paths) {
    const fileStats = stats.get(path);
    const isFile = fileStats?.isFile() === true;
    const isLink = fileStats?.isSymbolicLink() === true;
    const withheld = isFile ? findReasonToWithhold(path, fileStats, isSecret) : undefined;
    const isKeptOut = withheld !== undefined || isRefusedByGit(path, isLink);
    if ((isFile || isLink) && !isKeptOut) {
      plan.toStore.push(path);
      continue;
    }
    if (isFile || isLink) plan.toKeepOut.set(path, { stats: fileStats, withheld });
    if (dirty.has(path)) plan.toDrop.push(path);
  }
  return plan;
}

/** The reason why a file's bytes may not be stored; undefined if they may. */
function findReasonToWithhold(
  path: string,
  { size }: BigIntStats,
  isSecret: TreeScanDeps['isSecret'],
): UnindexedFile['withheld'] {
  if (isSecret(path)) return 'secret';
  return size > maxStoredBytes ? 'large' : undefined;
}

/** Applies a plan to an index. @throws GitUnusable for more bytes than a scan may store */
async function applyIndexPlan(
  { toStore, toDrop }: IndexPlan,
  stats: ReadonlyMap<string, BigIntStats>,
  { repository, view }: Pick<TreeScanDeps, 'repository' | 'view'>,
): Promise<void> {
  await dropFromIndex(repository, view, toDrop);
  const startSeconds = Math.floor(Date.now() / 1000);
  const bytes = toStore.reduce((sum, path) => sum + Number(stats.get(path)?.size ?? 0), 0);
  if (bytes > maxStoredPerScanBytes)
    throw new GitUnusable(`${view.root} has too much that git does not ignore. Ignore what is generated.`);
  try {
    await updateIndex(repository, view, toStore);
  } catch (cause) {
    // A single unreadable file fails the whole command, so it is run again without such files.
    const readable = await selectReadable(toStore, stats, view.root);
    if (readable.length === toStore.length) throw cause;
    await updateIndex(repository, view, readable);
  }
  // A file that was written in this second may be written again without a new time.
  const racyPaths = toStore.filter((path) => Number(stats.get(path)?.ctimeMs ?? 0n) >= startSeconds * 1000);
  const racyMtimes = new Map(racyPaths.map((path) => [path, Number(stats.get(path)?.mtimeMs)]));
  await forgetRacyStats(repository, view, racyMtimes);
}

/** The paths of files that this user may read, and of links, which need no permission. */
async function selectReadable(
  paths: readonly string[],
  stats: ReadonlyMap<string, BigIntStats>,
  root: string,
): Promise<string[]> {
  const readable: string[] = [];
  await forEachConcurrently(paths, async (path) => {
    const isLink = stats.get(path)?.isSymbolicLink() === true;
    const isReadable = isLink || (await isFulfilled(access(toDiskPath(root, path), constants.R_OK)));
    if (isReadable) readable.push(path);
  });
  return readable;
}

/** Returns the unindexed files as of this scan; reads only those whose stamp has changed. */
async function updateUnindexed(
  { toKeepOut }: IndexPlan,
  { repository, view, unindexed }: TreeScanDeps,
): Promise<Map<string, UnindexedFile>> {
  const unindexedNow = await listInaccessibleFiles(view.root, unindexed, toKeepOut);
  await forEachConcurrently(
    toKeepOut,
    async ([path, { stats, withheld }]) => {
      const previous = unindexed.get(path);
      const isUnchanged = previous?.stamp === createStamp(stats) && previous.withheld === withheld;
      const readNow = (): Promise<UnindexedFile | undefined> =>
        withheld === undefined
          ? storeUnindexedFile(view.root, path, stats, (bytes) => repository.storeBlob(bytes))
          : hashWithheldFile(view.root, path, stats, withheld, repository.algorithm);
      // An unreadable file keeps its last known version.
      const current = (isUnchanged ? previous : await readNow()) ?? previous;
      if (current !== undefined) unindexedNow.set(path, current);
    },
    maxConcurrentReads,
  );
  return unindexedNow;
}
