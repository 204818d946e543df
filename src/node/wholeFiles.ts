import { randomBytes } from 'node:crypto';
import { constants, ftruncateSync, lstatSync, renameSync, unlinkSync, writeSync, type BigIntStats } from 'node:fs';
import {
  access,
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WholeFiles } from '../tools/ports.ts';
import { codeOf } from './errorCode.ts';

const draftName = /^\.redline-[0-9a-f]{16}\.tmp$/;
/** A draft this old, in milliseconds, belongs to no write that is under way. */
const abandoned = 60_000;

/**
 * Writes that are wholly there or not at all, whenever the process ends.
 *
 * Writing in place tears: the editor's own call empties a file before it fills it, and even one `write` without that can
 * be cut off between two pages by SIGKILL. So the bytes go to a draft, and one `rename` puts it in the place of the file.
 * That makes a new inode, so it is done only where nothing is lost by it: a file with one hard link, whose owner and mode
 * can be given to the draft, not on Windows (where a rename drops the file's own access list and fails while somebody has
 * it open). Any other file is written in place, without emptying it first, in two system calls without a pause between.
 * No `fsync`: this is about a process that dies, not about a machine that loses power.
 *
 * @param scratch a folder for drafts, absolute. On the same file system as the file it spares the file's folder, and
 *   whoever watches that, the sight of a draft; else the draft stands beside the file under a name that `sweep` knows.
 */
export function nodeWholeFiles(scratch: string): WholeFiles {
  return {
    async replace(uri, bytes, before) {
      const file = await realpath(fileURLToPath(uri));
      const found = await stat(file, { bigint: true });
      await requireWritable(file, found);
      if (!(await readFile(file)).equals(before)) return false;
      const swapped = isReplaceable(found) ? await swapIn(file, bytes, found, scratch) : 'impossible';
      if (swapped !== 'impossible') return swapped === 'done';
      return writeInPlace(file, bytes, before, found);
    },
    async remove(uri, before) {
      const file = fileURLToPath(uri);
      const found = await lstat(file, { bigint: true });
      if (!(await readFile(file)).equals(before) || !isUntouched(file, found)) return false;
      unlinkSync(file);
      return true;
    },
    async create(uri, bytes, permissions) {
      const file = fileURLToPath(uri);
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true });
      await createWhole(file, bytes, scratch);
      if (permissions !== undefined) await chmod(file, permissions);
    },
    async sweep(folder) {
      const place = fileURLToPath(folder);
      const names = await readdir(place).catch(() => []);
      for (const name of names.filter((each) => draftName.test(each)))
        await rm(path.join(place, name), { force: true });
    },
    async ready() {
      await mkdir(scratch, { recursive: true });
      for (const name of await readdir(scratch)) {
        const draft = path.join(scratch, name);
        const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
        if (draftName.test(name) && Date.now() - mtimeMs > abandoned) await rm(draft, { force: true });
      }
    },
  };
}

/** A rename would pass over the mode of a read-only file, and the superuser over any; neither is wanted. */
async function requireWritable(file: string, { mode }: BigIntStats): Promise<void> {
  await access(file, constants.W_OK);
  if ((mode & 0o222n) === 0n) throw Object.assign(new Error('The file is read-only.'), { code: 'EACCES' });
}

function isReplaceable(found: BigIntStats): boolean {
  const own = process.getuid?.();
  return (
    process.platform !== 'win32' && found.isFile() && found.nlink === 1n && (own === 0 || own === Number(found.uid))
  );
}

/**
 * Whether nobody wrote to a file since. Looked at in the very moment before a write, without a pause between: another
 * program's write is then either seen here or comes after ours.
 */
function isUntouched(file: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): boolean {
  const now = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return now?.ino === ino && now.size === size && now.mtimeNs === mtimeNs && now.ctimeNs === ctimeNs;
}

/** `impossible` where the file must be written in place instead. */
type Swapped = 'done' | 'changed' | 'impossible';

async function swapIn(file: string, bytes: Uint8Array, found: BigIntStats, scratch: string): Promise<Swapped> {
  const [uid, gid, mode] = [Number(found.uid), Number(found.gid), Number(found.mode) & 0o7777];
  for (const folder of await foldersFor(file, scratch)) {
    const draft = draftIn(folder);
    try {
      await writeDraft(draft, bytes, 0o600);
      const made = await stat(draft);
      if (made.uid !== uid || made.gid !== gid) await chown(draft, uid, gid);
      await chmod(draft, mode);
      const isStill = isUntouched(file, found);
      if (isStill) renameSync(draft, file);
      else await rm(draft, { force: true });
      return isStill ? 'done' : 'changed';
    } catch {
      await rm(draft, { force: true });
    }
  }
  // In place there may be room even on a full disk; if not, the old bytes are put back, for which there is.
  return 'impossible';
}

async function createWhole(file: string, bytes: Uint8Array, scratch: string): Promise<void> {
  for (const folder of await foldersFor(file, scratch)) {
    const draft = draftIn(folder);
    try {
      await writeDraft(draft, bytes, 0o666);
      const { mode, gid } = await stat(path.dirname(file));
      // In a folder with the set-group-ID bit a new file belongs to the folder's group.
      if ((mode & 0o2000) !== 0) await chown(draft, process.getuid?.() ?? -1, gid);
      // Unlike a rename, a link never takes the place of a file that came in between.
      await link(draft, file);
      return;
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST' || (isFull(cause) && folder !== scratch)) throw cause;
    } finally {
      await rm(draft, { force: true });
    }
  }
  await writeDraft(file, bytes, 0o666);
}

/** Where a draft of a file may stand, the best first. Two mounts of one device cannot be told apart before the rename. */
async function foldersFor(file: string, scratch: string): Promise<string[]> {
  const folder = path.dirname(file);
  const [here, there] = await Promise.all([stat(folder), stat(scratch).catch(() => undefined)]);
  return there?.dev === here.dev ? [scratch, folder] : [folder];
}

function draftIn(folder: string): string {
  return path.join(folder, `.redline-${randomBytes(8).toString('hex')}.tmp`);
}

async function writeDraft(draft: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(draft, 'wx', mode);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

/** What a full disk keeps from being written whole is put back as it was. */
async function writeInPlace(file: string, bytes: Uint8Array, before: Uint8Array, found: BigIntStats): Promise<boolean> {
  const handle = await open(file, 'r+');
  try {
    if (!isUntouched(file, found)) return false;
    try {
      writeAll(handle.fd, bytes);
    } catch (cause) {
      writeAll(handle.fd, before);
      throw cause;
    }
    return true;
  } finally {
    await handle.close();
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, done);
  ftruncateSync(fd, bytes.length);
}

function isFull(cause: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(cause));
}
