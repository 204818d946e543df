import { lstat, lstatSync, readdir, readlink } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { EntryKind, RealPath, RealPaths } from '../../core/path/realPaths.ts';
import { quickly } from './quickly.ts';
import { codeOf } from './errorCode.ts';
import { isWalkable, lstatBig, plainStats } from './plainPath.ts';
import { realPathNative } from './realFolder.ts';

const readLink = promisify(readlink);
const readFolder = promisify(readdir) as (path: string) => Promise<string[]>;

/** As many links as Linux follows before it says ELOOP. */
const maxLinks = 40;

/** Entries that are compared when other names of a file are looked for. */
const maxCandidates = 1000;

/** Where a walk along a path ended. */
type Walk =
  | { readonly kind: 'there'; readonly path: string; readonly stats: BigIntStats }
  | { readonly kind: 'missing' | 'elsewhere'; readonly path: string }
  /** `at`: the last entry on the way, with no link in its path; undefined for what is no path. */
  | { readonly kind: 'loop' | 'broken' | 'unreadable'; readonly at: string | undefined };

/** The real file system. Links are followed by hand, segment by segment, since `realpath` gives up at a dangling one. */
export function nodeRealPaths(): RealPaths {
  return { inspect, names, twins };
}

function names(path: string): Promise<number> {
  const namesOf = (stats: Stats | undefined): number => (stats?.isFile() === true ? stats.nlink : 0);
  return quickly(
    path,
    () => namesOf(lstatSync(path, { throwIfNoEntry: false })),
    // By the older form, which for thousands of files takes half the time.
    () => new Promise((resolve) => lstat(path, (error, stats) => resolve(namesOf(error === null ? stats : undefined)))),
  ).catch(() => 0);
}

async function inspect(path: string): Promise<RealPath> {
  const plain = await plainWalk(path);
  const looks = plain === undefined ? looksAlong(path) : plainLooks;
  const own = plain ?? (await walk(path, false, looks));
  const followed = own.kind === 'there' && own.stats.isSymbolicLink() ? await walk(path, true, looks) : own;
  const target = targetOf(followed);
  const real = await spell(followed, looks);
  const ownReal = await spell(own, looks);
  const file = followed.kind === 'there' && followed.stats.isFile() ? followed.stats : undefined;
  return {
    entry: own.kind === 'there' ? (own.stats.isSymbolicLink() ? 'link' : kindOf(own.stats)) : 'missing',
    target,
    real,
    own: ownReal,
    names: Number(file?.nlink ?? 0),
    size: file === undefined ? undefined : Number(file.size),
    ...('at' in followed && followed.at !== undefined
      ? { reached: await spellExisting(followed.at, looks.realPath) }
      : {}),
    place: [real ?? target, ownReal ?? own.kind, which(own), which(followed)].join('\u0000'),
  };
}

function targetOf(walked: Walk): RealPath['target'] {
  if (walked.kind === 'there') return kindOf(walked.stats);
  return walked.kind === 'elsewhere' ? 'missing' : walked.kind;
}

async function twins(path: string, folders: readonly string[]): Promise<readonly string[]> {
  const file = await walk(path, true, looksAlong(path));
  if (file.kind !== 'there') return [];
  const { dev, ino } = file.stats;
  const lists = await Promise.all([...new Set(folders)].map(entriesOf));
  const candidates = lists.flat().sort((a, b) => Number(isHidden(b)) - Number(isHidden(a)));
  const found: string[] = [];
  for (let at = 0; at < Math.min(candidates.length, maxCandidates); at += 64) {
    const some = candidates.slice(at, Math.min(at + 64, maxCandidates));
    // In portions, so that a large folder does not take all file handles at once.
    const stats = await Promise.all(some.map((candidate) => lstatBig(candidate).catch(() => undefined)));
    found.push(
      ...some.filter((name, index) => name !== file.path && stats[index]?.ino === ino && stats[index].dev === dev),
    );
  }
  return found;
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readFolder(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

function isHidden(path: string): boolean {
  return basename(path).startsWith('.');
}

async function plainWalk(path: string): Promise<Walk | undefined> {
  const stats = await plainStats(path);
  if (stats === undefined) return undefined;
  const whole = resolve(path);
  return stats === 'missing' ? { kind: 'missing', path: whole } : { kind: 'there', path: whole, stats };
}

/** For what `plainWalk` found, whose path is the real one. */
const plainLooks: Looks = { lstat: lstatBig, realPath: (path) => Promise.resolve(path) };

/** The file system as one question sees it: each place is looked at once. */
interface Looks {
  readonly lstat: (path: string) => Promise<BigIntStats>;
  readonly realPath: (path: string) => Promise<string>;
}

/**
 * Looks at all names of a path at once: nearly always each is there and none is a link, so that a walk asks for nothing
 * else. Not on Windows, where looking past a link may already be too much: see `isOtherShare`.
 */
function looksAlong(path: string): Looks {
  const looks: Looks = { lstat: once(lstatBig), realPath: once(realPathNative) };
  if (sep === '\\' || !isWalkable(path)) return looks;
  const whole = resolve(path);
  for (let at = whole; ; at = dirname(at)) {
    void looks.lstat(at);
    if (at === dirname(at)) break;
  }
  void looks.realPath(whole);
  return looks;
}

function once<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (path) => {
    const known = asked.get(path);
    if (known !== undefined) return known;
    const answer = ask(path);
    // What was looked at ahead may be asked for by nobody.
    answer.catch(() => undefined);
    asked.set(path, answer);
    return answer;
  };
}

/** Goes along a path one name at a time, so that each link is seen; the last name is followed only if `follow`. */
async function walk(path: string, follow: boolean, { lstat: look }: Looks): Promise<Walk> {
  if (!isWalkable(path)) return { kind: 'broken', at: undefined };
  let at = parse(resolve(path)).root;
  let rest = namesOf(resolve(path));
  let links = 0;
  try {
    let stats = await look(at);
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      if (name === '..') {
        at = dirname(at);
        stats = await look(at);
        continue;
      }
      const next = await step(join(at, name), stats, look);
      if (next === 'broken') return { kind: 'broken', at };
      // Past what is missing there is nothing to follow; a `..` out of it would be a path of its own.
      if (next === 'missing')
        return rest.includes('..') ? { kind: 'broken', at } : { kind: 'missing', path: join(at, name, ...rest) };
      at = join(at, name);
      stats = next;
      if (!stats.isSymbolicLink() || (rest.length === 0 && !follow)) continue;
      if (++links > maxLinks) return { kind: 'loop', at };
      const to = await readLink(at);
      if (isOtherShare(to, path)) return { kind: 'elsewhere', path: join(to, ...rest) };
      at = isAbsolute(to) ? parse(to).root : dirname(at);
      rest = [...namesOf(to), ...rest];
      stats = await look(at);
    }
    return { kind: 'there', path: at, stats };
  } catch (cause) {
    const kind = codeOf(cause) === 'ELOOP' ? 'loop' : codeOf(cause) === 'ENAMETOOLONG' ? 'broken' : 'unreadable';
    return { kind, at };
  }
}

/** Merely looking at a Windows share sends the user's credentials to it, so a link to one is not followed. */
function isOtherShare(to: string, from: string): boolean {
  const { root } = parse(to);
  return sep === '\\' && root.startsWith('\\\\') && root.toLowerCase() !== parse(from).root.toLowerCase();
}

async function step(
  path: string,
  parent: BigIntStats,
  look: Looks['lstat'],
): Promise<BigIntStats | 'missing' | 'broken'> {
  if (!parent.isDirectory()) return 'broken';
  try {
    return await look(path);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return 'missing';
    throw cause;
  }
}

/** The names of a path after its root, `.` left out and `..` kept: behind a link it means the parent of the target. */
function namesOf(path: string): string[] {
  const pattern = sep === '\\' ? /[\\/]/ : /\//;
  return path
    .slice(parse(path).root.length)
    .split(pattern)
    .filter((name) => name !== '' && name !== '.');
}

/** The path in the system's own spelling; the part that is missing stays as it was asked for. */
async function spell(walked: Walk, { realPath }: Looks): Promise<string | undefined> {
  if (walked.kind === 'elsewhere') return walked.path;
  if (walked.kind !== 'there' && walked.kind !== 'missing') return undefined;
  if (walked.kind === 'there' && walked.stats.isSymbolicLink()) {
    const folder = await spellExisting(dirname(walked.path), realPath);
    return join(folder, walked.path.slice(dirname(walked.path).length));
  }
  return spellExisting(walked.path, realPath);
}

async function spellExisting(path: string, realPath: Looks['realPath']): Promise<string> {
  try {
    return await realPath(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    return join(await spellExisting(parent, realPath), path.slice(parent.length));
  }
}

function kindOf(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'fifo';
  if (stats.isSocket()) return 'socket';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'device' : 'other';
}

function which(walked: Walk): string {
  return walked.kind === 'there' ? `${walked.stats.dev}:${walked.stats.ino}:${kindOf(walked.stats)}` : walked.kind;
}
