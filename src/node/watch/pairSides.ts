// Pairs the versions of each changed file in two snapshots of a folder, before and after a scan. Merges such changes of
// nested trees.

import { isSameFile, type StoredFile } from '../../core/watch/reviewItem.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { listFolderPermissions } from './tree/filePermissions.ts';
import type { IndexedFile, PrivateRepository } from './repository/privateRepository.ts';
import type { UnindexedFile } from './tree/unindexedFiles.ts';

/** A file at the previous and at the current scan; undefined where it does not exist. */
export interface Sides {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
}

/** One version of a file: in the index, without its size, or outside it; undefined if there is none. */
export type FileVersion = IndexedFile | UnindexedFile | undefined;

/** Files at one moment, by path, and the narrow permissions of files and folders. */
interface Snapshot {
  readonly files: ReadonlyMap<string, FileVersion>;
  readonly permissions?: ReadonlyMap<string, number>;
}

/** Pairs the versions of each path that differ in id or mode (not in permissions alone), with the sizes of blobs. */
export async function pairSides(
  paths: Iterable<string>,
  before: Snapshot,
  after: Snapshot,
  repository: PrivateRepository,
): Promise<Map<string, Sides>> {
  const differences: (readonly [path: string, before: FileVersion, after: FileVersion])[] = [];
  const blobIds = new Set<string>();
  await forEachConcurrently(paths, (path) => {
    const versionBefore = before.files.get(path);
    const versionAfter = after.files.get(path);
    if (versionBefore?.id === versionAfter?.id && versionBefore?.mode === versionAfter?.mode) return;
    differences.push([path, versionBefore, versionAfter]);
    for (const version of [versionBefore, versionAfter])
      if (version !== undefined && !isUnindexed(version)) blobIds.add(version.id);
  });
  const ids = [...blobIds];
  const sizeList = await repository.readSizes(ids);
  // A blob that was lost, e.g. in a crash of the machine, counts as empty.
  const sizes = new Map(ids.map((id, index) => [id, sizeList[index] ?? 0]));
  const changes = new Map<string, Sides>();
  await forEachConcurrently(differences, ([path, versionBefore, versionAfter]) => {
    changes.set(path, {
      before: toStoredFile(path, versionBefore, sizes, before.permissions),
      after: toStoredFile(path, versionAfter, sizes, after.permissions),
    });
  });
  return changes;
}

function isUnindexed(version: IndexedFile | UnindexedFile): version is UnindexedFile {
  return 'stamp' in version;
}

function toStoredFile(
  path: string,
  version: FileVersion,
  sizes: ReadonlyMap<string, number>,
  permissions: Snapshot['permissions'],
): StoredFile | undefined {
  if (version === undefined) return undefined;
  if (isUnindexed(version)) {
    const { stamp: _, ...file } = version;
    return file;
  }
  const { mode, id } = version;
  const ownPermissions = permissions?.get(path);
  const folderPermissions = listFolderPermissions(path, permissions);
  return {
    mode,
    id,
    size: sizes.get(id) ?? 0,
    ...(ownPermissions === undefined ? {} : { permissions: ownPermissions }),
    ...(folderPermissions.length === 0 ? {} : { folders: folderPermissions }),
  };
}

/**
 * Adds one tree's change of a path to `changes`. If a nested repository was created or deleted, the path moved between
 * trees: one tree reports it as deleted, the other as created, and both together are one change.
 */
export function mergeChange(changes: Map<string, Sides>, path: string, sides: Sides): void {
  const otherSides = changes.get(path);
  const before = otherSides?.before ?? sides.before;
  const after = otherSides?.after ?? sides.after;
  if (isSameFile(before, after)) changes.delete(path);
  else changes.set(path, { before, after });
}
