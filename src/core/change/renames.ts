// Detects renames among the deleted and created files that a scan found, by the hashes of their contents.
import { countTowardsYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { addToGroup } from '../cache/maps.ts';
import { baseName } from '../path/pathParts.ts';

/** A file and the SHA-256 of its content; undefined if it is unknown, so that the file is no rename. */
export interface HashedFile {
  readonly path: string;
  readonly sha256: string | undefined;
}

/** A renamed file, by its old and its new path. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** SHA-256 of no bytes. Empty files are ignored: they are equal without being renames of one another. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The files that are not paired yet. */
interface UnpairedFiles {
  readonly deleted: Set<HashedFile>;
  readonly created: Set<HashedFile>;
}

/**
 * Pairs deleted and created files of identical bytes as renames. Among several equal files, pairs those of the same
 * name first, then the others in the order of the lists.
 */
export function* pairRenames(deleted: Iterable<HashedFile>, created: Iterable<HashedFile>): Yielding<Rename[]> {
  const unpaired = {
    deleted: new Set([...deleted].filter(hasContent)),
    created: new Set([...created].filter(hasContent)),
  };
  const sameNames = yield* pairBy(({ path, sha256 }) => `${sha256} ${baseName(path)}`, unpaired);
  return [...sameNames, ...(yield* pairBy(({ sha256 }) => `${sha256}`, unpaired))];
}

function hasContent({ sha256 }: HashedFile): boolean {
  return sha256 !== undefined && sha256 !== emptyHash;
}

/** Pairs the files with equal keys, and removes them from `unpaired`. */
function* pairBy(keyOf: (file: HashedFile) => string, { deleted, created }: UnpairedFiles): Yielding<Rename[]> {
  const sinceYield: YieldCounter = { units: 0 };
  const deletedByKey = new Map<string, HashedFile[]>();
  for (const file of deleted) {
    if (countTowardsYield(sinceYield, 1)) yield;
    addToGroup(deletedByKey, keyOf(file), file);
  }
  const queues = new Map(Array.from(deletedByKey, ([key, files]) => [key, files.values()]));
  const renames: Rename[] = [];
  for (const file of created) {
    if (countTowardsYield(sinceYield, 1)) yield;
    const oldFile = queues.get(keyOf(file))?.next().value;
    if (oldFile === undefined) continue;
    renames.push({ from: oldFile.path, to: file.path });
    deleted.delete(oldFile);
    created.delete(file);
  }
  return renames;
}
