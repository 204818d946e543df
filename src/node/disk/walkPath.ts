// Walks along paths on disk name by name, and follows symbolic links one by one. Also makes the lookups for that.

import { lstat, realpath, type BigIntStats } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { getErrorCode } from './errorCode.ts';

/** `lstat` with 64-bit integers, which represent every inode number exactly. */
export const lstatBig = (path: string): Promise<BigIntStats> =>
  new Promise((done, fail) => lstat(path, { bigint: true }, (error, stats) => (error ? fail(error) : done(stats))));

/** Canonicalizes an existing path by the system's own call, which expands short names and corrects the case. */
export const realPathNative = promisify(realpath.native);

/** Whether a path is absolute, since others depend on the working directory, and without NUL, which Node rejects. */
export function canBeLookedUp(path: string): boolean {
  return isAbsolute(path) && !path.includes('\u0000');
}

/** Number of symlinks that Linux follows before ELOOP. */
const maxFollowedLinks = 40;

/** The end of a walk along a path. */
export type WalkEnd =
  | { readonly kind: 'found'; readonly path: string; readonly stats: BigIntStats }
  /** `path` is where the target would be. `otherShare`: that is on another Windows share, which was not accessed. */
  | { readonly kind: 'missing' | 'otherShare'; readonly path: string }
  /**
   * `loop`: more than `maxFollowedLinks` symlinks, or ELOOP. `broken`: nothing can be there, since the path is invalid or
   * too long, leads below a file, or has a `..` after a missing name. `at` is the last entry reached, without symlinks in
   * its path; undefined for an invalid path.
   */
  | { readonly kind: 'loop' | 'broken' | 'unreadable'; readonly at: string | undefined };

/** File system calls of one request, memoized by path. */
export interface Lookups {
  readonly lstat: (path: string) => Promise<BigIntStats>;
  /** Not used by the walk, but for the path of its end, which may have short names or another case. */
  readonly realPath: (path: string) => Promise<string>;
}

/**
 * Creates the lookups for a walk along a path, and starts the calls for the path and its folders in parallel: there is
 * rarely a symlink among them. Starts none on Windows, where that may access a share: see `isOtherShare`.
 */
export function createPrefetchedLookups(path: string): Lookups {
  const lookups: Lookups = { lstat: memoize(lstatBig), realPath: memoize(realPathNative) };
  if (sep === '\\' || !canBeLookedUp(path)) return lookups;
  const absolutePath = resolve(path);
  for (let at = absolutePath; ; at = dirname(at)) {
    void lookups.lstat(at);
    if (at === dirname(at)) break;
  }
  void lookups.realPath(absolutePath);
  return lookups;
}

function memoize<T>(call: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (path) => {
    const cached = results.get(path);
    if (cached !== undefined) return cached;
    const result = call(path);
    // Marks the rejection of an unused lookup as handled.
    result.catch(() => undefined);
    results.set(path, result);
    return result;
  };
}

/**
 * Walks along a path name by name, and follows each symlink: the last one only if `followsLast`. A `..` of the path
 * itself removes the name before it, even of a symlink; only those of the symlinks' targets lead to the real parent.
 */
export async function walkPath(
  path: string,
  { lstat: statsAt }: Lookups,
  { followsLast }: { readonly followsLast: boolean },
): Promise<WalkEnd> {
  if (!canBeLookedUp(path)) return { kind: 'broken', at: undefined };
  /** The entry reached so far; `stats` below are the stats of `at`. Its path contains no symlink. */
  let at = parse(resolve(path)).root;
  let remainingNames = splitNames(resolve(path));
  let linkCount = 0;
  try {
    let stats = await statsAt(at);
    for (let name = remainingNames.shift(); name !== undefined; name = remainingNames.shift()) {
      if (name === '..') {
        at = dirname(at);
        stats = await statsAt(at);
        continue;
      }
      const childStats = await statsOfChild(join(at, name), stats, statsAt);
      if (childStats === 'broken') return { kind: 'broken', at };
      if (childStats === 'missing') {
        const leavesMissingFolder = remainingNames.includes('..');
        if (leavesMissingFolder) return { kind: 'broken', at };
        return { kind: 'missing', path: join(at, name, ...remainingNames) };
      }
      at = join(at, name);
      stats = childStats;
      const isFollowed = stats.isSymbolicLink() && (followsLast || remainingNames.length > 0);
      if (!isFollowed) continue;
      if (++linkCount > maxFollowedLinks) return { kind: 'loop', at };
      const target = await readlink(at);
      // Checks this before any access to the target: see `isOtherShare`.
      if (isOtherShare(target, path)) return { kind: 'otherShare', path: join(target, ...remainingNames) };
      at = isAbsolute(target) ? parse(target).root : dirname(at);
      remainingNames = [...splitNames(target), ...remainingNames];
      stats = await statsAt(at);
    }
    return { kind: 'found', path: at, stats };
  } catch (cause) {
    return { kind: kindOfFailure(getErrorCode(cause)), at };
  }
}

function kindOfFailure(code: string): 'loop' | 'broken' | 'unreadable' {
  if (code === 'ELOOP') return 'loop';
  return code === 'ENAMETOOLONG' ? 'broken' : 'unreadable';
}

/** Whether a symlink leads to another Windows share: any access to one sends it the user's credentials. */
function isOtherShare(target: string, from: string): boolean {
  const { root } = parse(target);
  return sep === '\\' && root.startsWith('\\\\') && root.toLowerCase() !== parse(from).root.toLowerCase();
}

/** Stats of an entry in a folder; `broken` if the parent is no folder. */
async function statsOfChild(
  path: string,
  parent: BigIntStats,
  statsAt: Lookups['lstat'],
): Promise<BigIntStats | 'missing' | 'broken'> {
  if (!parent.isDirectory()) return 'broken';
  try {
    return await statsAt(path);
  } catch (cause) {
    if (getErrorCode(cause) === 'ENOENT') return 'missing';
    throw cause;
  }
}

/** The names of a path after its root, without `.`. Keeps `..`, since after a symlink it is the parent of its target. */
function splitNames(path: string): string[] {
  const pattern = sep === '\\' ? /[\\/]/ : /\//;
  return path
    .slice(parse(path).root.length)
    .split(pattern)
    .filter((name) => name !== '' && name !== '.');
}
