// Detects renames among deleted and created files by their hashes.
import { shouldYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { baseName } from '../path/baseName.ts';

/** A file and the hash of its content. */
export interface HashedFile {
  readonly path: string;
  readonly sha256: string | undefined;
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** SHA-256 of no bytes. Empty files are ignored: they are equal without being renames of one another. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Deleted files with the same bytes, in the order of their paths and by their names. */
interface EqualFiles {
  readonly paths: Set<string>;
  readonly byName: Map<string, Set<string>>;
}

/**
 * Pairs deleted and created files of identical bytes as renames. Among several equal files, pairs those of the same
 * name first, then the others in the order of their paths.
 */
export function* pairRenames(deleted: Iterable<HashedFile>, created: Iterable<HashedFile>): Yielding<Rename[]> {
  const sinceYield: YieldCounter = { lines: 0 };
  const deletedByHash = new Map<string, EqualFiles>();
  for (const { path, sha256 } of deleted) {
    if (shouldYield(sinceYield, 1)) yield;
    if (sha256 === undefined || sha256 === emptyHash) continue;
    const equalFiles = deletedByHash.get(sha256) ?? { paths: new Set(), byName: new Map<string, Set<string>>() };
    deletedByHash.set(sha256, equalFiles);
    equalFiles.paths.add(path);
    const pathsOfName = equalFiles.byName.get(baseName(path)) ?? new Set();
    equalFiles.byName.set(baseName(path), pathsOfName.add(path));
  }
  const renames: Rename[] = [];
  const unpairedFiles: { readonly path: string; readonly equal: EqualFiles }[] = [];
  for (const { path, sha256 } of created) {
    if (shouldYield(sinceYield, 1)) yield;
    const equal = sha256 === undefined ? undefined : deletedByHash.get(sha256);
    if (equal === undefined) continue;
    const from = takeFirst(equal.byName.get(baseName(path)));
    if (from === undefined) {
      unpairedFiles.push({ path, equal });
      continue;
    }
    renames.push({ from, to: path });
    equal.paths.delete(from);
  }
  for (const { path, equal } of unpairedFiles) {
    if (shouldYield(sinceYield, 1)) yield;
    const from = takeFirst(equal.paths);
    if (from !== undefined) renames.push({ from, to: path });
  }
  return renames;
}

function takeFirst(paths: Set<string> | undefined): string | undefined {
  const [first] = paths ?? [];
  if (first !== undefined) paths?.delete(first);
  return first;
}
