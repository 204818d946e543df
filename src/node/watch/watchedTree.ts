// Scans one working tree for differences from the previous scan.

import { constants, type BigIntStats } from 'node:fs';
import { access } from 'node:fs/promises';
import { sameFile, type StoredFile } from '../../core/watch/reviewItem.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { narrowPermissions } from './filePermissions.ts';
import { GitUnusable } from './gitProgram.ts';
import type { Blob, PrivateRepository, TreeView } from './privateRepository.ts';
import {
  dirtyEntries,
  dropFromIndex,
  goneBelow,
  indexEntries,
  untrackedPaths,
  updateIndex,
  type DirtyEntry,
  type UntrackedPaths,
} from './treeCommands.ts';
import {
  diskPath,
  isReached,
  isRefused,
  maxStored,
  stampOf,
  statAll,
  unindexedFile,
  withheldFile,
  type WithheldFile,
} from './withheldFiles.ts';

/** Maximum number of bytes that one scan stores. */
const maxScanned = 4 * 1024 * 1024 * 1024;

/** Both sides of a file between two scans. */
export interface Sides {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
}

export interface TreeDeps {
  readonly repository: PrivateRepository;
  readonly view: TreeView;
  /** A file with the ignore rules of the user and the repository. */
  readonly excludes: string;
  /** Whether a file is secret, by path from `view.root`. */
  readonly isSecret: (path: string) => boolean;
  /** Files that are not in the index, by path. */
  readonly withheld: ReadonlyMap<string, WithheldFile>;
  /** Narrow permissions of files, by path: see `filePermissions.ts`. */
  readonly permissions: ReadonlyMap<string, number>;
  /** Copies the index, for changing it. */
  readonly copyIndex: () => Promise<TreeView>;
  /** Returns, of files not seen before, those that an ignore rule of the previous scan hid. */
  readonly wereIgnored: (
    untracked: UntrackedPaths,
    dirty: ReadonlyMap<string, DirtyEntry>,
  ) => Promise<ReadonlySet<string>>;
}

export interface TreeScan {
  /** Changes by path from `view.root`. Excludes files that were ignored until now, since their previous content is unknown. */
  readonly changes: Map<string, Sides>;
  /** Folders that are nested repositories. */
  readonly repositories: readonly string[];
  /** Paths that an ignore rule hid until this scan, nested repositories included. */
  readonly hidden: ReadonlySet<string>;
  /** As in `TreeDeps`, after the scan. */
  readonly withheld: ReadonlyMap<string, WithheldFile>;
  readonly permissions: ReadonlyMap<string, number>;
  readonly view: TreeView;
}

/** A blob, or a file that is not stored; the size of a blob is added later. */
type Side = Blob | WithheldFile | undefined;

/** Determines how each path gets into the index. */
interface Plan {
  readonly store: string[];
  readonly drop: string[];
  readonly withhold: Map<string, { readonly stats: BigIntStats; readonly why: WithheldFile['withheld'] }>;
}

/** Scans the disk. Changes no file except copies of the index. @throws GitFailed */
export async function scanTree(deps: TreeDeps): Promise<TreeScan> {
  const { repository, withheld, permissions, excludes } = deps;
  const [dirty, untracked] = await Promise.all([
    dirtyEntries(repository, deps.view),
    untrackedPaths(repository, deps.view, excludes),
  ]);
  const hidden = await deps.wereIgnored(untracked, dirty);
  const same = { repositories: untracked.repositories, hidden };
  const paths = new Set([...dirty.keys(), ...untracked.files, ...withheld.keys()]);
  if (paths.size === 0) return { ...same, changes: new Map(), withheld, permissions, view: deps.view };
  const stats = await statsOf(paths, dirty, new Set(untracked.files), deps);
  const links = new Set([...stats].flatMap(([path, each]) => (each.isSymbolicLink() ? path : [])));
  for (const [path, entry] of await goneBelow(repository, deps.view, links)) {
    dirty.set(path, entry);
    paths.add(path);
  }
  const plan = planOf(paths, stats, dirty, deps);
  const withheldNow = await withheldOf(plan, deps);
  const touched = new Set([...plan.store, ...plan.drop]);
  const view = touched.size > 0 ? await deps.copyIndex() : deps.view;
  await store(plan, stats, { repository, view });
  const before = { files: new Map<string, Side>([...dirty, ...withheld]), permissions };
  const files = new Map<string, Side>(withheldNow);
  if (touched.size > 0) for (const [path, blob] of await indexEntries(repository, view, touched)) files.set(path, blob);
  const after = { files, permissions: permissionsNow(permissions, paths, stats) };
  for (const path of hidden) paths.delete(path);
  const changes = await sidesOf(paths, before, after, repository);
  return { ...same, changes, withheld: withheldNow, permissions: after.permissions, view };
}

function permissionsNow(
  before: ReadonlyMap<string, number>,
  paths: Iterable<string>,
  stats: ReadonlyMap<string, BigIntStats>,
): ReadonlyMap<string, number> {
  const now = new Map(before);
  for (const path of paths) {
    const fileStats = stats.get(path);
    const bits = fileStats?.isFile() === true ? narrowPermissions(fileStats) : undefined;
    if (bits === undefined) now.delete(path);
    else now.set(path, bits);
  }
  return now;
}

async function statsOf(
  paths: Iterable<string>,
  dirty: ReadonlyMap<string, DirtyEntry>,
  listed: ReadonlySet<string>,
  { view, withheld }: TreeDeps,
): Promise<Map<string, BigIntStats>> {
  const stats = await statAll(view.root, paths);
  for (const [path, { isGone }] of dirty) if (isGone) stats.delete(path);
  for (const path of withheld.keys()) {
    if (!listed.has(path) && !(await isReached(view.root, path))) stats.delete(path);
  }
  return stats;
}

function planOf(
  paths: Iterable<string>,
  stats: ReadonlyMap<string, BigIntStats>,
  dirty: ReadonlyMap<string, DirtyEntry>,
  { isSecret }: TreeDeps,
): Plan {
  const plan: Plan = { store: [], drop: [], withhold: new Map() };
  for (const path of paths) {
    const fileStats = stats.get(path);
    const isFile = fileStats?.isFile() === true;
    const isLink = fileStats?.isSymbolicLink() === true;
    const why = isFile && isSecret(path) ? 'secret' : isFile && fileStats.size > maxStored ? 'large' : undefined;
    if (fileStats !== undefined && (why !== undefined || ((isFile || isLink) && isRefused(path, isLink)))) {
      plan.withhold.set(path, { stats: fileStats, why });
      if (dirty.has(path)) plan.drop.push(path);
      continue;
    }
    if (isFile || isLink) plan.store.push(path);
    else if (dirty.has(path)) plan.drop.push(path);
  }
  return plan;
}

async function store(
  { store: stored, drop }: Plan,
  stats: ReadonlyMap<string, BigIntStats>,
  { repository, view }: Pick<TreeDeps, 'repository' | 'view'>,
): Promise<void> {
  await dropFromIndex(repository, view, drop);
  const bytes = stored.reduce((sum, path) => sum + Number(stats.get(path)?.size ?? 0), 0);
  if (bytes > maxScanned)
    throw new GitUnusable(`${view.root} has too much that git does not ignore. Ignore what is generated.`);
  try {
    await updateIndex(repository, view, stored);
  } catch (cause) {
    const readable: string[] = [];
    await forEachConcurrently(stored, async (path) => {
      const isLink = stats.get(path)?.isSymbolicLink() === true;
      const isReadable =
        isLink ||
        (await access(diskPath(view.root, path), constants.R_OK).then(
          () => true,
          () => false,
        ));
      if (isReadable) readable.push(path);
    });
    if (readable.length === stored.length) throw cause;
    await updateIndex(repository, view, readable);
  }
}

/** Reads what is not in the index, unless it is as it was. */
async function withheldOf(plan: Plan, { repository, view, withheld }: TreeDeps): Promise<Map<string, WithheldFile>> {
  const now = new Map<string, WithheldFile>();
  const read = async (path: string, stats: BigIntStats, why: WithheldFile['withheld']): Promise<void> => {
    const withheldBefore = withheld.get(path);
    const isSame = withheldBefore?.stamp === stampOf(stats) && withheldBefore.withheld === why;
    const make = (): Promise<WithheldFile | undefined> =>
      why === undefined
        ? unindexedFile(view.root, path, stats, (bytes) => repository.put(bytes))
        : withheldFile(view.root, path, stats, why, repository.algorithm);
    const current = (isSame ? withheldBefore : await make()) ?? withheldBefore;
    if (current !== undefined) now.set(path, current);
  };
  await forEachConcurrently(plan.withhold, ([path, { stats, why }]) => read(path, stats, why), 2);
  return now;
}

/** Files at one moment, by path, and their narrow permissions. */
interface FilesThen {
  readonly files: ReadonlyMap<string, Side>;
  readonly permissions?: ReadonlyMap<string, number>;
}

/** Pairs both sides of each path, with the sizes of blobs. */
export async function sidesOf(
  paths: Iterable<string>,
  before: FilesThen,
  after: FilesThen,
  repository: PrivateRepository,
): Promise<Map<string, Sides>> {
  const differing = [...paths].flatMap((path) => {
    const [old, now] = [before.files.get(path), after.files.get(path)];
    return old?.id === now?.id && old?.mode === now?.mode ? [] : [{ path, old, now }];
  });
  const blobs = differing.flatMap(({ old, now }) => [old, now].filter((side) => side !== undefined));
  const ids = [...new Set(blobs.filter((side) => !('stamp' in side)).map(({ id }) => id))];
  const sizeList = await repository.sizes(ids);
  const sizes = new Map(ids.map((id, index) => [id, sizeList[index] ?? 0]));
  const fileOf = (side: Side, bits: number | undefined): StoredFile | undefined => {
    if (side === undefined) return undefined;
    const { mode, id } = side;
    if (!('stamp' in side))
      return { mode, id, size: sizes.get(id) ?? 0, ...(bits === undefined ? {} : { permissions: bits }) };
    const { stamp: _, ...file } = side;
    return file;
  };
  const changes = new Map<string, Sides>();
  for (const { path, old, now } of differing) {
    const sides = {
      before: fileOf(old, before.permissions?.get(path)),
      after: fileOf(now, after.permissions?.get(path)),
    };
    if (!sameFile(sides.before, sides.after)) changes.set(path, sides);
  }
  return changes;
}
