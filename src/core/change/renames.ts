import { shouldYield, type Turn, type Yielding } from '../async/yielding.ts';

/** A file by what is in it. */
export interface Hashed {
  readonly path: string;
  readonly sha256: string | undefined;
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** SHA-256 of no bytes: empty files are alike without one having become the other. */
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Files that went with the same bytes, in the order of their paths, and by their names. */
interface Equal {
  readonly paths: Set<string>;
  readonly byName: Map<string, Set<string>>;
}

/**
 * Which of the files that went are some of those that came, with the very same bytes. Of several equal ones, those of
 * the same name belong together, and the others in the order of their paths.
 */
export function* renamesAmong(gone: Iterable<Hashed>, come: Iterable<Hashed>): Yielding<Rename[]> {
  const turn: Turn = { lines: 0 };
  const left = new Map<string, Equal>();
  for (const { path, sha256 } of gone) {
    if (shouldYield(turn, 1)) yield;
    if (sha256 === undefined || sha256 === empty) continue;
    const equal = left.get(sha256) ?? { paths: new Set(), byName: new Map<string, Set<string>>() };
    left.set(sha256, equal);
    equal.paths.add(path);
    const named = equal.byName.get(nameOf(path)) ?? new Set();
    equal.byName.set(nameOf(path), named.add(path));
  }
  const renames: Rename[] = [];
  const rest: { readonly path: string; readonly equal: Equal }[] = [];
  for (const { path, sha256 } of come) {
    if (shouldYield(turn, 1)) yield;
    const equal = sha256 === undefined ? undefined : left.get(sha256);
    if (equal === undefined) continue;
    const from = takeFirst(equal.byName.get(nameOf(path)));
    if (from === undefined) rest.push({ path, equal });
    else renames.push({ from, to: path });
    if (from !== undefined) equal.paths.delete(from);
  }
  for (const { path, equal } of rest) {
    if (shouldYield(turn, 1)) yield;
    const from = takeFirst(equal.paths);
    if (from !== undefined) renames.push({ from, to: path });
  }
  return renames;
}

function takeFirst(paths: Set<string> | undefined): string | undefined {
  for (const path of paths ?? []) {
    paths?.delete(path);
    return path;
  }
  return undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
