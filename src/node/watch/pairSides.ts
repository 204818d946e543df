// Compares two snapshots of a folder, before and after a scan, and pairs the versions of each changed file.

import { isSameFile, type StoredFile } from '../../core/watch/reviewItem.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { listFolderPermissions } from './filePermissions.ts';
import type { Blob, PrivateRepository } from './privateRepository.ts';
import type { WithheldFile } from './withheldFiles.ts';

/** A file at the previous and at the current scan; undefined where it does not exist. */
export interface Sides {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
}

/** One version of a file: a blob, whose size is still unknown, or a file that is not in the index. */
export type Side = Blob | WithheldFile | undefined;

/** Files at one moment, by path, and the narrow permissions of files and folders. */
interface Snapshot {
  readonly files: ReadonlyMap<string, Side>;
  readonly permissions?: ReadonlyMap<string, number>;
}

/** Pairs the versions of each path that differ in id or mode, with the sizes of blobs. */
export async function pairSides(
  paths: Iterable<string>,
  before: Snapshot,
  after: Snapshot,
  repository: PrivateRepository,
): Promise<Map<string, Sides>> {
  const differences: { readonly path: string; readonly oldSide: Side; readonly newSide: Side }[] = [];
  const blobIds = new Set<string>();
  await forEachConcurrently(paths, (path) => {
    const [oldSide, newSide] = [before.files.get(path), after.files.get(path)];
    if (oldSide?.id === newSide?.id && oldSide?.mode === newSide?.mode) return;
    differences.push({ path, oldSide, newSide });
    for (const side of [oldSide, newSide]) if (side !== undefined && !('stamp' in side)) blobIds.add(side.id);
  });
  const ids = [...blobIds];
  const sizeList = await repository.readSizes(ids);
  const sizes = new Map(ids.map((id, index) => [id, sizeList[index] ?? 0]));
  const changes = new Map<string, Sides>();
  await forEachConcurrently(differences, ({ path, oldSide, newSide }) => {
    const sides = {
      before: toStoredFile(path, oldSide, sizes, before.permissions),
      after: toStoredFile(path, newSide, sizes, after.permissions),
    };
    if (!isSameFile(sides.before, sides.after)) changes.set(path, sides);
  });
  return changes;
}

function toStoredFile(
  path: string,
  side: Side,
  sizes: ReadonlyMap<string, number>,
  permissions: Snapshot['permissions'],
): StoredFile | undefined {
  if (side === undefined) return undefined;
  if ('stamp' in side) {
    const { stamp: _, ...file } = side;
    return file;
  }
  const { mode, id } = side;
  const [bits, folders] = [permissions?.get(path), listFolderPermissions(path, permissions)];
  return {
    mode,
    id,
    size: sizes.get(id) ?? 0,
    ...(bits === undefined ? {} : { permissions: bits }),
    ...(folders.length === 0 ? {} : { folders }),
  };
}

/**
 * Adds one tree's change of a path to `changes`. If a nested repository was created or deleted, the path moved between
 * trees: one tree reports it as deleted, the other as created, and both together are one change.
 */
export function mergeChange(changes: Map<string, Sides>, path: string, sides: Sides): void {
  const otherSides = changes.get(path);
  const [before, after] = [otherSides?.before ?? sides.before, otherSides?.after ?? sides.after];
  if (isSameFile(before, after)) changes.delete(path);
  else changes.set(path, { before, after });
}
