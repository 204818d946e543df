// Resolves paths on disk link by link, to find out where they really lead.

import { lstat, lstatSync, readdir, readlink } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { EntryKind, RealPath, RealPaths } from '../../core/path/realPaths.ts';
import { syncIfFast } from './syncIfFast.ts';
import { codeOf } from './errorCode.ts';
import { isResolvable, lstatBig, statsWithoutLinks, realPathNative } from './plainPath.ts';

const readLink = promisify(readlink);
const readFolder = promisify(readdir) as (path: string) => Promise<string[]>;

/** Number of symlinks that Linux follows before ELOOP. */
const maxFollowedLinks = 40;

/** Maximum number of entries compared to find other hard links of a file. */
const maxCandidates = 1000;
/** Maximum number of concurrent metadata reads. */
const maxConcurrent = 64;

/** The end of a walk along a path. */
type WalkEnd =
  | { readonly kind: 'there'; readonly path: string; readonly stats: BigIntStats }
  | { readonly kind: 'missing' | 'otherShare'; readonly path: string }
  /** `at`: the last entry reached, without symlinks in its path; undefined for an invalid path. */
  | { readonly kind: 'loop' | 'broken' | 'unreadable'; readonly at: string | undefined };

/** Canonicalizes paths on disk. Follows symlinks one by one, since `realpath` fails at a dangling one. */
export function nodeRealPaths(): RealPaths {
  return { inspect, countHardLinks, otherHardLinks };
}

function countHardLinks(path: string): Promise<number> {
  const linkCountOf = (stats: Stats | undefined): number => (stats?.isFile() === true ? stats.nlink : 0);
  return syncIfFast(
    path,
    () => linkCountOf(lstatSync(path, { throwIfNoEntry: false })),
    // The callback form takes half the time for thousands of files.
    () =>
      new Promise((resolve) => lstat(path, (error, stats) => resolve(linkCountOf(error === null ? stats : undefined)))),
  ).catch(() => 0);
}

async function inspect(path: string, allowsCached = false): Promise<RealPath> {
  const plain = await walkWithoutLinks(path, allowsCached);
  const lookups = plain === undefined ? prefetch(path) : plainLookups;
  const direct = plain ?? (await walkPath(path, false, lookups));
  const followed =
    direct.kind === 'there' && direct.stats.isSymbolicLink() ? await walkPath(path, true, lookups) : direct;
  const target = getTargetKind(followed);
  const real = await findSpelling(followed, lookups);
  const directReal = await findSpelling(direct, lookups);
  const file = followed.kind === 'there' && followed.stats.isFile() ? followed.stats : undefined;
  return {
    entry: direct.kind === 'there' ? (direct.stats.isSymbolicLink() ? 'link' : getEntryKind(direct.stats)) : 'missing',
    target,
    real,
    entryPath: directReal,
    hardLinks: Number(file?.nlink ?? 0),
    size: file === undefined ? undefined : Number(file.size),
    ...('at' in followed && followed.at !== undefined
      ? { lastExisting: await spellingOnDisk(followed.at, lookups.realPath) }
      : {}),
    fileId: [real ?? target, directReal ?? direct.kind, getIdentity(direct), getIdentity(followed)].join('\u0000'),
  };
}

function getTargetKind(walked: WalkEnd): RealPath['target'] {
  if (walked.kind === 'there') return getEntryKind(walked.stats);
  return walked.kind === 'otherShare' ? 'missing' : walked.kind;
}

async function otherHardLinks(path: string, folders: readonly string[]): Promise<readonly string[]> {
  const file = await walkPath(path, true, prefetch(path));
  if (file.kind !== 'there') return [];
  const { dev, ino } = file.stats;
  const lists = await Promise.all([...new Set(folders)].map(listEntries));
  const candidates = lists.flat().sort((a, b) => Number(isHidden(b)) - Number(isHidden(a)));
  const hardLinks: string[] = [];
  for (let start = 0; start < Math.min(candidates.length, maxCandidates); start += maxConcurrent) {
    const portion = candidates.slice(start, Math.min(start + maxConcurrent, maxCandidates));
    const stats = await Promise.all(portion.map((candidate) => lstatBig(candidate).catch(() => undefined)));
    hardLinks.push(
      ...portion.filter((name, index) => name !== file.path && stats[index]?.ino === ino && stats[index].dev === dev),
    );
  }
  return hardLinks;
}

async function listEntries(folder: string): Promise<string[]> {
  const names = await readFolder(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

function isHidden(path: string): boolean {
  return basename(path).startsWith('.');
}

async function walkWithoutLinks(path: string, allowsCached: boolean): Promise<WalkEnd | undefined> {
  const stats = await statsWithoutLinks(path, allowsCached);
  if (stats === undefined) return undefined;
  const absolutePath = resolve(path);
  return stats === 'missing' ? { kind: 'missing', path: absolutePath } : { kind: 'there', path: absolutePath, stats };
}

/** For paths from `walkWithoutLinks`, which are already canonical. */
const plainLookups: Lookups = { lstat: lstatBig, realPath: (path) => Promise.resolve(path) };

/** File system calls of one request, memoized by path. */
interface Lookups {
  readonly lstat: (path: string) => Promise<BigIntStats>;
  readonly realPath: (path: string) => Promise<string>;
}

/**
 * Prefetches the metadata of all folders of a path in parallel; nearly always none is a symlink, and the walk needs no
 * more. Not on Windows, where that may access a share: see `isOtherShare`.
 */
function prefetch(path: string): Lookups {
  const lookups: Lookups = { lstat: memoize(lstatBig), realPath: memoize(realPathNative) };
  if (sep === '\\' || !isResolvable(path)) return lookups;
  const absolutePath = resolve(path);
  for (let at = absolutePath; ; at = dirname(at)) {
    void lookups.lstat(at);
    if (at === dirname(at)) break;
  }
  void lookups.realPath(absolutePath);
  return lookups;
}

function memoize<T>(call: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (path) => {
    const cached = answers.get(path);
    if (cached !== undefined) return cached;
    const answer = call(path);
    // Marks the rejection of an unused prefetch as handled.
    answer.catch(() => undefined);
    answers.set(path, answer);
    return answer;
  };
}

/** Walks along a path name by name and follows each symlink; one at the end only if `follow`. */
async function walkPath(path: string, follow: boolean, { lstat: statsAt }: Lookups): Promise<WalkEnd> {
  if (!isResolvable(path)) return { kind: 'broken', at: undefined };
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
      // A `..` after a missing name leads nowhere.
      if (childStats === 'missing' && !remainingNames.includes('..'))
        return { kind: 'missing', path: join(at, name, ...remainingNames) };
      if (typeof childStats === 'string') return { kind: 'broken', at };
      at = join(at, name);
      stats = childStats;
      if (!stats.isSymbolicLink() || (remainingNames.length === 0 && !follow)) continue;
      if (++linkCount > maxFollowedLinks) return { kind: 'loop', at };
      const target = await readLink(at);
      if (isOtherShare(target, path)) return { kind: 'otherShare', path: join(target, ...remainingNames) };
      at = isAbsolute(target) ? parse(target).root : dirname(at);
      remainingNames = [...splitNames(target), ...remainingNames];
      stats = await statsAt(at);
    }
    return { kind: 'there', path: at, stats };
  } catch (cause) {
    const kind = codeOf(cause) === 'ELOOP' ? 'loop' : codeOf(cause) === 'ENAMETOOLONG' ? 'broken' : 'unreadable';
    return { kind, at };
  }
}

/** Whether a symlink leads to another Windows share: any access to one sends it the user's credentials. */
function isOtherShare(target: string, from: string): boolean {
  const { root } = parse(target);
  return sep === '\\' && root.startsWith('\\\\') && root.toLowerCase() !== parse(from).root.toLowerCase();
}

async function statsOfChild(
  path: string,
  parent: BigIntStats,
  statsAt: Lookups['lstat'],
): Promise<BigIntStats | 'missing' | 'broken'> {
  if (!parent.isDirectory()) return 'broken';
  try {
    return await statsAt(path);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return 'missing';
    throw cause;
  }
}

/** The names of a path after its root, without `.` but with `..`: after a symlink, that is the parent of its target. */
function splitNames(path: string): string[] {
  const pattern = sep === '\\' ? /[\\/]/ : /\//;
  return path
    .slice(parse(path).root.length)
    .split(pattern)
    .filter((name) => name !== '' && name !== '.');
}

/** The path in the spelling on disk; a missing part keeps the requested spelling. */
async function findSpelling(walked: WalkEnd, { realPath }: Lookups): Promise<string | undefined> {
  if (walked.kind === 'otherShare') return walked.path;
  if (walked.kind !== 'there' && walked.kind !== 'missing') return undefined;
  if (walked.kind === 'there' && walked.stats.isSymbolicLink()) {
    const folder = await spellingOnDisk(dirname(walked.path), realPath);
    return join(folder, walked.path.slice(dirname(walked.path).length));
  }
  return spellingOnDisk(walked.path, realPath);
}

async function spellingOnDisk(path: string, realPath: Lookups['realPath']): Promise<string> {
  try {
    return await realPath(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    return join(await spellingOnDisk(parent, realPath), path.slice(parent.length));
  }
}

function getEntryKind(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'fifo';
  if (stats.isSocket()) return 'socket';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'device' : 'other';
}

/** Device, inode and kind, by which a replaced entry is detected. */
function getIdentity(walked: WalkEnd): string {
  return walked.kind === 'there'
    ? `${walked.stats.dev}:${walked.stats.ino}:${getEntryKind(walked.stats)}`
    : walked.kind;
}
