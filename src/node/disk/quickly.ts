import { close, closeSync } from 'node:fs';
import { readFile, realpath, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { restNow } from '../../tools/pipeline/yielding.ts';

/**
 * Local file systems, by the numbers that Linux gives them: ext, XFS, Btrfs, tmpfs, ramfs, overlay, ZFS, F2FS, bcachefs.
 * Any other, a network's or a program's, may keep a call waiting for as long as it likes.
 */
const localKinds: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x858458f6, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

/** A call that takes longer, in milliseconds, tells that the disk is slow. */
const longestCall = 8;
/** So long, in milliseconds, it counts what was learnt of a folder's disk. */
const [keptFor, slowFor] = [2000, 250];
const maxKept = 1000;

/** What is known of the disk that a folder is on. */
interface Disk {
  readonly isQuick: boolean;
  /** Names in the folder on which another disk is mounted. */
  readonly mounts: ReadonlySet<string>;
  readonly until: number;
}

const disks = new Map<string, Disk>();
const learning = new Map<string, Promise<Disk>>();
const slowOne: Disk = { isQuick: false, mounts: new Set(), until: Infinity };

/**
 * Does work on what stands at a path, which follows no link there: in this thread where the folder is on a local disk that
 * answers at once, for a way through another thread costs ten times what such a call does; elsewhere, and where `now` has
 * no answer (undefined), by the form that waits. The host gets its turn as often as such calls have taken long enough.
 */
export async function quickly<T>(path: string, now: () => T | undefined, waiting: () => Promise<T>): Promise<T> {
  const folder = dirname(path);
  const { isQuick, mounts } = known(folder) ?? (await learn(folder));
  if (!isQuick || mounts.has(basename(path))) return waiting();
  for (let rest = restNow(); rest !== undefined; rest = restNow()) await rest;
  return timed(folder, now) ?? waiting();
}

/** Closes an open file; on a network's disk, that may wait for what was written. */
export async function closeFd(path: string, fd: number): Promise<void> {
  await quickly(
    path,
    () => {
      closeSync(fd);
      return true;
    },
    () => closeLater(fd).then(() => true),
  );
}

const closeLater = promisify(close);

function timed<T>(folder: string, now: () => T): T {
  const started = performance.now();
  try {
    return now();
  } finally {
    const ended = performance.now();
    if (ended - started > longestCall) disks.set(folder, { ...slowOne, until: ended + slowFor });
  }
}

function known(folder: string): Disk | undefined {
  if (process.platform !== 'linux') return slowOne;
  const disk = disks.get(folder);
  return disk !== undefined && performance.now() < disk.until ? disk : undefined;
}

/** One look for all that ask while it is under way. */
function learn(folder: string): Promise<Disk> {
  const underWay = learning.get(folder);
  if (underWay !== undefined) return underWay;
  const look = lookAt(folder).finally(() => learning.delete(folder));
  learning.set(folder, look);
  return look;
}

async function lookAt(folder: string): Promise<Disk> {
  const until = performance.now() + keptFor;
  try {
    const [{ type }, real, table] = await Promise.all([statfs(folder), realpath(folder), readFile(mountTable, 'utf8')]);
    const disk = { isQuick: localKinds.has(type), mounts: mountsIn(real, table), until };
    if (disks.size >= maxKept) disks.clear();
    disks.set(folder, disk);
    return disk;
  } catch {
    // It is not there, or not to be looked into.
    return slowOne;
  }
}

const mountTable = '/proc/self/mountinfo';

/** The fifth word of each line is a mount point; blanks and the like are written as octal numbers. */
function mountsIn(folder: string, table: string): Set<string> {
  const points = table
    .split('\n')
    .map((line) => (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) => fromOctal(octal)));
  return new Set(points.filter((point) => dirname(point) === folder).map((point) => basename(point)));
}

function fromOctal(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}
