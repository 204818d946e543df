// Pairs the files of a folder before and after a scan.

import { isSameFile, type StoredFile } from '../../core/watch/reviewItem.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { listFolderPermissions } from './filePermissions.ts';
import type { Blob, PrivateRepository } from './privateRepository.ts';
import type { WithheldFile } from './withheldFiles.ts';

/** Both sides of a file between two scans. */
export interface Sides {
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
}

/** A blob, or a file that is not stored; the size of a blob is added later. */
export type Side = Blob | WithheldFile | undefined;

/** Files at one moment, by path, and the narrow permissions of files and folders. */
interface FilesThen {
  readonly files: ReadonlyMap<string, Side>;
  readonly permissions?: ReadonlyMap<string, number>;
}

/** Pairs both sides of each path, with the sizes of blobs. */
export async function pairSides(
  paths: Iterable<string>,
  before: FilesThen,
  after: FilesThen,
  repository: PrivateRepository,
): Promise<Map<string, Sides>> {
  const differences: { readonly path: string; readonly old: Side; readonly now: Side }[] = [];
  const storedIds = new Set<string>();
  await forEachConcurrently(paths, (path) => {
    const [old, now] = [before.files.get(path), after.files.get(path)];
    if (old?.id === now?.id && old?.mode === now?.mode) return;
    differences.push({ path, old, now });
    for (const side of [old, now]) if (side !== undefined && !('stamp' in side)) storedIds.add(side.id);
  });
  const ids = [...storedIds];
  const sizeList = await repository.readSizes(ids);
  const sizes = new Map(ids.map((id, index) => [id, sizeList[index] ?? 0]));
  const fileOf = (path: string, side: Side, permissions: FilesThen['permissions']): StoredFile | undefined => {
    if (side === undefined) return undefined;
    const { mode, id } = side;
    if ('stamp' in side) {
      const { stamp: _, ...file } = side;
      return file;
    }
    const [bits, folders] = [permissions?.get(path), listFolderPermissions(path, permissions)];
    return {
      mode,
      id,
      size: sizes.get(id) ?? 0,
      ...(bits === undefined ? {} : { permissions: bits }),
      ...(folders.length === 0 ? {} : { folders }),
    };
  };
  const changes = new Map<string, Sides>();
  await forEachConcurrently(differences, ({ path, old, now }) => {
    const sides = {
      before: fileOf(path, old, before.permissions),
      after: fileOf(path, now, after.permissions),
    };
    if (!isSameFile(sides.before, sides.after)) changes.set(path, sides);
  });
  return changes;
}

/**
 * Merges a tree's change of a path into `changes`. When a nested repository is created or deleted, a path moves between
 * trees.
 */
export function mergeChange(changes: Map<string, Sides>, name: string, sides: Sides): void {
  const earlierSides = changes.get(name);
  const [before, after] = [earlierSides?.before ?? sides.before, earlierSides?.after ?? sides.after];
  if (isSameFile(before, after)) changes.delete(name);
  else changes.set(name, { before, after });
}
