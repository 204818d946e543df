// Runs file operations synchronously on a fast local disk of Linux; on other disks and systems, in the thread pool.
// Also checks for links above a path in such an operation, and shares concurrent calls for one path.

import { close, closeSync, lstatSync, realpathSync } from 'node:fs';
import { readFile, realpath, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { yieldIfNeeded } from '../../async/eventLoop.ts';

/**
 * Linux's magic numbers of local file systems: ext, XFS, Btrfs, tmpfs, ramfs, overlay, ZFS, F2FS, bcachefs. A call to
 * any other, such as NFS or FUSE, may block for any time.
 */
const localTypes: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x858458f6, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

/** Duration of a system call, in milliseconds, above which it counts as slow. */
const slowCallMs = 8;
/** Milliseconds for which the mounts, and with them the disks of folders, are cached. */
const cachedForMs = 2000;
/** Milliseconds within which a second slow call marks its disk as slow, and for which the disk then counts as slow. */
const slowForMs = 250;
const maxCachedDisks = 1000;

/** Properties of the disk that a folder is on. */
interface Disk {
  readonly isFast: boolean;
  /** The folder's canonical path. */
  readonly real: string;
  readonly mountsByFolder: MountsByFolder;
  /** In milliseconds of `performance.now()`. */
  readonly validUntilMs: number;
}

/** The disks of folders, by the folder's path. */
const disks = new Map<string, Disk>();
/** A slow disk. Also stands for a disk about which nothing is known. */
const slowDisk: Disk = { isFast: false, real: '', mountsByFolder: new Map(), validUntilMs: Infinity };

/**
 * Runs a file operation synchronously on a fast local disk, since the thread pool costs ten times as much;
 * elsewhere, or if `sync` returns undefined, asynchronously. Yields to the event loop between long runs of such calls.
 *
 * @param sync must not follow a symlink at the path: its target may be on another disk
 */
export async function syncIfFast<T>(path: string, sync: () => T | undefined, async: () => Promise<T>): Promise<T> {
  const folder = dirname(path);
  const disk = getCachedDisk(folder) ?? (await lookUpDisk(folder));
  if (!disk.isFast || isMountedIn(disk, basename(path))) return async();
  // A loop: after each pause, other work may have used up the new time slice.
  for (let pause = yieldIfNeeded(); pause !== undefined; pause = yieldIfNeeded()) await pause;
  return timeCall(folder, sync) ?? async();
}

/** Closes an open file, asynchronously on slow disks: a network file system may still transfer written data. */
export async function closeFd(path: string, fd: number): Promise<void> {
  await syncIfFast(
    path,
    () => {
      closeSync(fd);
      // `undefined` would run the asynchronous close, too.
      return true;
    },
    () => closeAsync(fd).then(() => true),
  );
}

const closeAsync = promisify(close);

/** Whether no ancestor of a path is a symlink. Synchronous, for fast disks on Linux. */
export function isInRealFolderSync(absolutePath: string): boolean {
  const folder = dirname(absolutePath);
  return realpathSync.native(folder) === folder;
}

/** Runs a synchronous call, and calls `noteSlowCall` if it was slow. */
function timeCall<T>(folder: string, work: () => T): T {
  const startedMs = performance.now();
  try {
    return work();
  } finally {
    const endedMs = performance.now();
    if (endedMs - startedMs > slowCallMs) noteSlowCall(folder, startedMs, endedMs);
  }
}

/** End of the last slow call, in milliseconds of `performance.now()`. */
let lastSlowMs = -Infinity;

/**
 * Marks a folder's disk as slow if its call is the second slow one, on any disk, within `slowForMs`. A single one may
 * be due to a busy processor.
 */
function noteSlowCall(folder: string, startedMs: number, endedMs: number): void {
  if (startedMs - lastSlowMs < slowForMs) disks.set(folder, { ...slowDisk, validUntilMs: endedMs + slowForMs });
  lastSlowMs = endedMs;
}

function getCachedDisk(folder: string): Disk | undefined {
  if (process.platform !== 'linux') return slowDisk;
  const disk = disks.get(folder);
  return disk !== undefined && performance.now() < disk.validUntilMs ? disk : undefined;
}

const lookUpDisk = shareInFlight(async (folder): Promise<Disk> => {
  const parent = dirname(folder);
  const parentDisk = parent === folder ? slowDisk : (getCachedDisk(parent) ?? (await lookUpDisk(parent)));
  const disk = inheritDisk(folder, parentDisk) ?? (await readDisk(folder));
  if (disk === undefined) return slowDisk;
  if (disks.size >= maxCachedDisks) disks.clear();
  disks.set(folder, disk);
  return disk;
});

/** The disk of a folder in a folder on a fast disk: the same, unless another one is mounted there, or it is a symlink. */
function inheritDisk(folder: string, parentDisk: Disk): Disk | undefined {
  const name = basename(folder);
  if (!parentDisk.isFast || name === '..' || isMountedIn(parentDisk, name)) return undefined;
  try {
    if (!timeCall(dirname(folder), () => lstatSync(folder)).isDirectory()) return undefined;
  } catch {
    return undefined;
  }
  return { ...parentDisk, real: join(parentDisk.real, name) };
}

/** Reads which disk a folder is on; undefined if it is missing or not accessible. */
async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const [{ type }, real, mountsByFolder] = await Promise.all([statfs(folder), realpath(folder), readMounts()]);
    return { isFast: localTypes.has(type), real, mountsByFolder, validUntilMs: mountsValidUntilMs };
  } catch {
    return undefined;
  }
}

function isMountedIn({ real, mountsByFolder }: Disk, name: string): boolean {
  return mountsByFolder.get(real)?.has(name) === true;
}

/** Names on which another disk is mounted, by the folder that they are in. */
type MountsByFolder = ReadonlyMap<string, ReadonlySet<string>>;

/** The last read of the mounts; set before its first use, since `mountsValidUntilMs` begins in the past. */
let lastMounts!: Promise<MountsByFolder>;
/** In milliseconds of `performance.now()`. */
let mountsValidUntilMs = -Infinity;

/** Reads the mounts, once for all folders that are looked up within `cachedForMs`. */
function readMounts(): Promise<MountsByFolder> {
  const now = performance.now();
  if (now >= mountsValidUntilMs) {
    mountsValidUntilMs = now + cachedForMs;
    lastMounts = readFile('/proc/self/mountinfo', 'utf8').then(parseMounts);
  }
  return lastMounts;
}

/** Parses `/proc/self/mountinfo`: the mount point is the fifth column, with octal escapes such as `\040` for a space. */
function parseMounts(table: string): MountsByFolder {
  const byFolder = new Map<string, Set<string>>();
  for (const line of table.split('\n')) {
    const mountPoint = (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number(`0o${octal}`)),
    );
    const folder = dirname(mountPoint);
    byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(basename(mountPoint)));
  }
  return byFolder;
}

/** Wraps an asynchronous function of a path so that concurrent calls for one path share a single call. */
export function shareInFlight<T>(call: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>();
  return (path) => {
    const running = inFlight.get(path);
    if (running !== undefined) return running;
    const started = call(path).finally(() => inFlight.delete(path));
    inFlight.set(path, started);
    return started;
  };
}
