// Implements the port `RealPaths`: finds the canonical paths behind links and spellings, and the hard links of files. A
// plain path, one without symbolic links, is found by two system calls instead of one for each name.

import { lstat, lstatSync, type BigIntStats, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { EntryKind, RealPath, RealPaths } from '../../core/path/realPaths.ts';
import { currentTurn, mapConcurrently } from '../../async/eventLoop.ts';
import { getErrorCode } from './errorCode.ts';
import { isInRealFolderSync, syncIfFast, shareInFlight } from './syncIfFast.ts';
import {
  createPrefetchedLookups,
  canBeLookedUp,
  lstatBig,
  realPathNative,
  walkPath,
  type Lookups,
  type WalkEnd,
} from './walkPath.ts';

/** Creates the port for the local disk. Follows symlinks one by one, since `realpath` fails at a dangling one. */
export function nodeRealPaths(): RealPaths {
  return { inspect, countHardLinks, otherHardLinks };
}

/** Implements `RealPaths.inspect`. Walks twice if the path's own entry is a link: to the link, and to its target. */
async function inspect(path: string, allowsCached = false): Promise<RealPath> {
  const plainWalk = await walkWithoutLinks(path, allowsCached);
  const lookups = plainWalk === undefined ? createPrefetchedLookups(path) : plainLookups;
  const entryWalk = plainWalk ?? (await walkPath(path, lookups, { followsLast: false }));
  const isLink = entryWalk.kind === 'found' && entryWalk.stats.isSymbolicLink();
  const targetWalk = isLink ? await walkPath(path, lookups, { followsLast: true }) : entryWalk;
  const target = getTargetKind(targetWalk);
  const real = await findCanonicalPath(targetWalk, lookups);
  const entryPath = await findCanonicalPath(entryWalk, lookups);
  const fileStats = targetWalk.kind === 'found' && targetWalk.stats.isFile() ? targetWalk.stats : undefined;
  const lastEntry = 'at' in targetWalk ? targetWalk.at : undefined;
  return {
    entry: getOwnKind(entryWalk),
    target,
    real,
    entryPath,
    hardLinks: Number(fileStats?.nlink ?? 0),
    size: fileStats === undefined ? undefined : Number(fileStats.size),
    ...(lastEntry === undefined ? {} : { lastExisting: await canonicalizeExistingPart(lastEntry, lookups.realPath) }),
    fileId: [real ?? target, entryPath ?? entryWalk.kind, getIdentity(entryWalk), getIdentity(targetWalk)].join(
      '\u0000',
    ),
  };
}

/** Kind of the path's own entry, which may be a link; `missing` also if the walk to it failed. */
function getOwnKind(walked: WalkEnd): RealPath['entry'] {
  if (walked.kind !== 'found') return 'missing';
  return walked.stats.isSymbolicLink() ? 'link' : getEntryKind(walked.stats);
}

function getTargetKind(walked: WalkEnd): RealPath['target'] {
  if (walked.kind === 'found') return getEntryKind(walked.stats);
  return walked.kind === 'otherShare' ? 'missing' : walked.kind;
}

/** For paths from `walkWithoutLinks`, which are already canonical. */
const plainLookups: Lookups = { lstat: lstatBig, realPath: (path) => Promise.resolve(path) };

/** The fast path of `inspect`; undefined if the path has a link or cannot be read, and on Windows. */
async function walkWithoutLinks(path: string, allowsCached: boolean): Promise<WalkEnd | undefined> {
  const stats = await statsWithoutLinks(path, allowsCached);
  if (stats === undefined) return undefined;
  const absolutePath = resolve(path);
  return stats === 'missing' ? { kind: 'missing', path: absolutePath } : { kind: 'found', path: absolutePath, stats };
}

/**
 * Stats of a path without symlinks; `missing` if nothing is there but its folder exists. Undefined if the path has a
 * symlink, cannot be read or is relative, and always on Windows, where following a symlink may send credentials to a share.
 *
 * @param allowsCached as in `RealPaths.inspect`
 */
async function statsWithoutLinks(path: string, allowsCached: boolean): Promise<BigIntStats | 'missing' | undefined> {
  if (sep === '\\' || !canBeLookedUp(path)) return undefined;
  const absolutePath = resolve(path);
  const stats = await syncIfFast(
    absolutePath,
    () => statsSync(absolutePath, allowsCached),
    () => statsAsync(absolutePath, allowsCached),
  ).catch(() => 'other' as const);
  if (stats === 'missing') return stats;
  return stats === 'other' || stats.isSymbolicLink() ? undefined : stats;
}

/** Reads stats like `statsWithoutLinks`; `other` if an ancestor is a symlink, or the path cannot be read. */
async function statsAsync(absolutePath: string, allowsCached: boolean): Promise<BigIntStats | 'missing' | 'other'> {
  const [isReal, stats] = await Promise.all([
    isInRealFolderAsync(absolutePath, allowsCached),
    lstatBig(absolutePath).catch((cause: unknown) => (getErrorCode(cause) === 'ENOENT' ? 'missing' : 'other')),
  ]);
  return isReal ? stats : 'other';
}

/**
 * Reads stats synchronously. Undefined if an ancestor is a symlink or no folder: only `statsAsync` tells these apart.
 */
function statsSync(absolutePath: string, allowsCached: boolean): BigIntStats | 'missing' | undefined {
  const isInRealFolder = allowsCached ? wasInRealFolderThisTurn(absolutePath) : isInRealFolderSync(absolutePath);
  if (!isInRealFolder) return undefined;
  const stats = lstatSync(absolutePath, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) return stats;
  return lstatSync(dirname(absolutePath)).isDirectory() ? 'missing' : undefined;
}

/** Whether no ancestor of a path is a symlink. On macOS, also whether the path exists and has the case on disk. */
async function isInRealFolderAsync(absolutePath: string, allowsCached: boolean): Promise<boolean> {
  if (process.platform !== 'linux') return (await realPathNative(absolutePath).catch(() => undefined)) === absolutePath;
  const folder = dirname(absolutePath);
  const realPath = allowsCached ? sharedRealPath : realPathNative;
  return (await realPath(folder).catch(() => undefined)) === folder;
}

/** The folders found to be canonical, and the turn of the event loop in which they were. */
let canonicalFolders = { turn: {}, paths: new Set<string>() };

/** Answers like `isInRealFolderSync`, but checks each folder only once per turn of the event loop. */
function wasInRealFolderThisTurn(absolutePath: string): boolean {
  const turn = currentTurn();
  if (canonicalFolders.turn !== turn) canonicalFolders = { turn, paths: new Set() };
  const folder = dirname(absolutePath);
  const isCanonical = canonicalFolders.paths.has(folder) || isInRealFolderSync(absolutePath);
  if (isCanonical) canonicalFolders.paths.add(folder);
  return isCanonical;
}

/**
 * Resolves like `realPathNative`. Concurrent requests share a call: the many files of a call request their folder at
 * once.
 */
const sharedRealPath = shareInFlight(realPathNative);

/** The canonical path of a walk's end; a missing part keeps the requested spelling. Undefined if the walk failed. */
async function findCanonicalPath(walked: WalkEnd, { realPath }: Lookups): Promise<string | undefined> {
  if (walked.kind === 'otherShare') return walked.path;
  if (walked.kind !== 'found' && walked.kind !== 'missing') return undefined;
  if (walked.kind === 'found' && walked.stats.isSymbolicLink()) {
    // `realPath` would follow the link, so only its folder is canonicalized.
    const folder = await canonicalizeExistingPart(dirname(walked.path), realPath);
    return join(folder, walked.path.slice(dirname(walked.path).length));
  }
  return canonicalizeExistingPart(walked.path, realPath);
}

/** Canonicalizes the part of a path that exists, and appends the rest. */
async function canonicalizeExistingPart(path: string, realPath: Lookups['realPath']): Promise<string> {
  try {
    return await realPath(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    return join(await canonicalizeExistingPart(parent, realPath), path.slice(parent.length));
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
  return walked.kind === 'found'
    ? `${walked.stats.dev}:${walked.stats.ino}:${getEntryKind(walked.stats)}`
    : walked.kind;
}

function countHardLinks(path: string): Promise<number> {
  const linkCountOf = (stats: Stats | undefined): number => (stats?.isFile() === true ? stats.nlink : 0);
  return syncIfFast(
    path,
    () => linkCountOf(lstatSync(path, { throwIfNoEntry: false })),
    // The callback form takes half the time for thousands of files.
    () => new Promise((done) => lstat(path, (error, stats) => done(linkCountOf(error === null ? stats : undefined)))),
  ).catch(() => 0);
}

/** Maximum number of folder entries to compare with a file when its other hard links are searched. */
const maxCandidates = 1000;

async function otherHardLinks(path: string, folders: readonly string[]): Promise<readonly string[]> {
  const file = await walkPath(path, createPrefetchedLookups(path), { followsLast: true });
  if (file.kind !== 'found') return [];
  const { dev, ino } = file.stats;
  const lists = await Promise.all([...new Set(folders)].map(listEntries));
  // Hidden files first, since secrets such as `.env` are among them, and `maxCandidates` may leave out the others.
  const entries = lists.flat().sort((a, b) => Number(isHidden(b)) - Number(isHidden(a)));
  const candidates = entries.filter((entry) => entry !== file.path).slice(0, maxCandidates);
  const areLinks = await mapConcurrently(candidates, async (candidate) => {
    const stats = await lstatBig(candidate).catch(() => undefined);
    return stats?.ino === ino && stats.dev === dev;
  });
  return candidates.filter((_, index) => areLinks[index]);
}

async function listEntries(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

function isHidden(path: string): boolean {
  return basename(path).startsWith('.');
}
