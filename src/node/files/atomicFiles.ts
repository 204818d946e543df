import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  open,
  openSync,
  readFile,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WholeFiles } from '../../tools/ports/ports.ts';
import { quickly, closeFd } from '../disk/quickly.ts';
import { clockStep } from '../disk/clockStep.ts';
import { codeOf } from '../disk/errorCode.ts';
import { flushFiles, flushFolders } from './flush.ts';
import { maxAtOnce } from './readNow.ts';
import { standsByItsNameNow } from '../disk/realFolder.ts';
import { holdsNow, writeAll, writeInPlace } from './writeInPlace.ts';

// Windows has neither of the last two, which then count as nothing.
const { O_RDONLY, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Writes in place, as the editor does: a new inode would lose what only an inode has (extended attributes, access lists,
 * labels, the owner, other hard links).
 *
 * A write in place tears when the process dies: even one `write` can be cut off between two pages by SIGKILL. So the file
 * is never emptied, and only at last is it cut to its length. Each page is then that of before or of after, which `isPartial`
 * knows, and the journal has both. Between the last look at a file and the first write there is no pause, and what was
 * added meanwhile is looked for before the file gets another length; no system offers more than that for a write in place.
 */
export function nodeWholeFiles(): WholeFiles {
  /** Folders with new names in them, made on the way to a file. */
  const grown = new Set<string>();
  return {
    replace,
    remove,
    async create(uri, bytes, permissions) {
      const file = fileURLToPath(uri);
      const first = await mkdir(path.dirname(file), { recursive: true });
      if (first !== undefined) for (const folder of foldersBetween(first, file)) grown.add(folder);
      createInPlace(file, bytes, permissions);
    },
    async isReadOnly(uri) {
      const file = fileURLToPath(uri);
      const found = await quickly(
        file,
        () => lstatSync(file),
        () => lstat(file),
      ).catch(() => undefined);
      // On Windows the bit says something else of a folder.
      const counts = found?.isFile() === true || (found?.isDirectory() === true && process.platform !== 'win32');
      return found !== undefined && counts && isReadOnly(found.mode);
    },
    async flush(files, folders) {
      const all = new Set([...folders.map((folder) => fileURLToPath(folder)), ...grown]);
      grown.clear();
      await flushFiles(files.map((file) => fileURLToPath(file)));
      await flushFolders([...all]);
    },
  };
}

async function replace(uri: string, bytes: Uint8Array, before: Uint8Array): Promise<boolean> {
  const asked = fileURLToPath(uri);
  const opened = await quickly(
    asked,
    () => openNow(asked, O_RDWR),
    () => openReal(asked),
  ).catch(ifMissing);
  if (opened === undefined) return false;
  const { file, fd } = opened;
  try {
    const found = fstatSync(fd, { bigint: true });
    requireWritable(found);
    if (!(await holds(fd, found, before)) || !isUntouched(file, found, fd, before)) return false;
    const isWritten = writeInPlace(fd, bytes, before);
    keepMode(fd, found);
    return isWritten;
  } finally {
    await closeFd(asked, fd);
  }
}

/** A file that stands where it was asked for, and its descriptor. */
interface Opened {
  readonly file: string;
  readonly fd: number;
}

async function openReal(asked: string): Promise<Opened> {
  const file = await realpath(asked);
  return { file, fd: await openFd(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK) };
}

/** Undefined for a link, and for what a link leads to. */
function openNow(file: string, how: number): Opened | undefined {
  if (!standsByItsNameNow(file) || lstatSync(file).isSymbolicLink()) return undefined;
  return { file, fd: openSync(file, how | O_NOFOLLOW | O_NONBLOCK) };
}

async function remove(uri: string, before: Uint8Array): Promise<boolean> {
  const file = fileURLToPath(uri);
  const found = await quickly(
    file,
    () => lstatSync(file, { bigint: true }),
    () => lstat(file, { bigint: true }),
  );
  if (!found.isFile()) return false;
  const fd = await quickly(
    file,
    () => openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
    () => openFd(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
  );
  try {
    if (!(await holds(fd, found, before)) || !isUntouched(file, found, fd, before)) return false;
    unlinkSync(file);
    return true;
  } finally {
    await closeFd(file, fd);
  }
}

function ifMissing(cause: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(cause))) throw cause;
}

const openFd = promisify(open);
const readFd = promisify(readFile) as (fd: number) => Promise<Buffer>;

async function holds(fd: number, found: BigIntStats, bytes: Uint8Array): Promise<boolean> {
  if (!found.isFile() || found.size !== BigInt(bytes.length)) return false;
  return bytes.length <= maxAtOnce ? holdsNow(fd, bytes) : (await readFd(fd)).equals(bytes);
}

/** Throws EACCES for what nobody may write to. */
export function requireWritable({ mode }: BigIntStats): void {
  if (isReadOnly(Number(mode))) throw Object.assign(new Error('The file is read-only.'), { code: 'EACCES' });
}

/** The superuser may write anywhere; that is no reason to write where the owner forbade it to everybody. */
function isReadOnly(mode: number): boolean {
  return (mode & 0o222) === 0;
}

/** Whether an open file still is the one at its path, and nobody wrote to it since it was looked at and held `bytes`. */
function isUntouched(file: string, found: BigIntStats, fd: number, bytes: Uint8Array): boolean {
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  const now = fstatSync(fd, { bigint: true });
  const there = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  const isSame = there?.ino === ino && there.dev === dev && now.size === size;
  if (!isSame || now.mtimeNs !== mtimeNs || now.ctimeNs !== ctimeNs) return false;
  // What was written just before it was looked at may have been written since, at the same time by that clock.
  return Number(now.ctimeMs) < Date.now() - clockStep || holdsNow(fd, bytes);
}

/** The system takes the set-user-ID bit from a file that is written to. */
export function keepMode(fd: number, { mode }: BigIntStats): void {
  if ((mode & 0o6000n) !== 0n) fchmodSync(fd, Number(mode) & 0o7777);
}

/** In one turn, so that as little time as can be passes in which the file is there and empty. */
function createInPlace(file: string, bytes: Uint8Array, permissions: number | undefined): void {
  const fd = openSync(file, 'wx');
  try {
    writeAll(fd, bytes, 0);
    if (permissions !== undefined) fchmodSync(fd, permissions);
  } catch (cause) {
    // Not one that took its place meanwhile.
    if (lstatSync(file, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino) unlinkSync(file);
    throw cause;
  } finally {
    closeSync(fd);
  }
}

/** The folders that got a new name when `first` and all below it were made, on the way to a file. */
function foldersBetween(first: string, file: string): string[] {
  const folders: string[] = [];
  for (let folder = path.dirname(file); folder.length >= first.length; folder = path.dirname(folder)) {
    folders.push(path.dirname(folder));
  }
  return folders;
}
