// Stores the extension's own files, such as the journal, in a private local folder: the `StorageFolder` on a disk.

import { randomBytes } from 'node:crypto';
import {
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  stat,
  unlink,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LargeStorage, StorageFolder, FileDigest } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { createCopy, writePart } from './copying.ts';
import { getErrorCode } from '../disk/errorCode.ts';
import { flushFiles, renameWithRetry } from './safeWrites.ts';
import { withFile } from './openRegular.ts';
import { fillBuffer } from './digest.ts';

/** Permissions for this user alone. */
const fileMode = 0o600;
const folderMode = 0o700;
/** Maximum size in bytes of the batches into which small parts are joined. */
const maxBatchBytes = 1024 * 1024;

/** Error codes of `link` on disks without hard links; UNKNOWN is Windows'. */
const linkUnsupportedCodes: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EINVAL',
  'UNKNOWN',
]);

/** Implements `StorageFolder`. @param uri `file:` URI of a local folder */
export function nodeStorageFolder(uri: string): StorageFolder {
  const root = fileURLToPath(uri);
  const toPath = (file: string): string => path.join(root, file);
  return {
    async prepare(folders) {
      const paths = [root, ...folders.map(toPath)];
      for (const folder of paths) await mkdir(folder, { recursive: true, mode: folderMode });
      if (process.platform !== 'win32') for (const folder of paths) await makePrivate(folder);
    },
    list: (folder) =>
      readdir(toPath(folder)).catch((cause: unknown) => {
        if (getErrorCode(cause) === 'ENOENT') return [];
        throw cause;
      }),
    read: (file) => undefinedIfMissing(readFile(toPath(file))),
    readPart: (file, from, length) => undefinedIfMissing(readPart(toPath(file), from, length)),
    async stat(file) {
      const stats = await undefinedIfMissing(stat(toPath(file)));
      return stats && { size: stats.size, modified: stats.mtimeMs };
    },
    async write(file, parts) {
      await writeAtomically(toPath(file), parts, { isFlushed: true });
      await flushFolder(path.dirname(toPath(file)));
    },
    writeUnflushed: (file, bytes) => writeAtomically(toPath(file), [bytes], { isFlushed: false }),
    overwrite: (file, from, bytes) => overwrite(toPath(file), from, bytes),
    append: (file, bytes) =>
      runWithFolder(toPath(file), () => writeParts(toPath(file), 'a', [bytes], { isFlushed: false })),
    claim: (file, bytes) => claim(toPath(file), bytes),
    rename: (from, to) => undefinedIfMissing(renameWithRetry(toPath(from), toPath(to))),
    remove: (file) => undefinedIfMissing(unlink(toPath(file))),
    large: createLargeStorage(toPath),
  };
}

function createLargeStorage(toPath: (file: string) => string): LargeStorage {
  return {
    copyIn: (uri, file) => copyIn(uri, toPath(file)),
    link: (from, to) => linkTo(toPath(from), toPath(to)),
    uriOf: (file) => pathToFileURL(toPath(file)).href,
  };
}

/** Copies a file into the storage, atomically and flushed. */
async function copyIn(uri: string, file: string): Promise<FileDigest> {
  const draft = createDraftPath(file);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
    const digest = await createCopy(draft, { uri }, { mode: fileMode });
    await flushFiles([draft]);
    await renameWithRetry(draft, file);
    await flushFolder(path.dirname(file));
    return digest;
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    throw cause;
  }
}

/** Creates a hard link, or a copy on a disk without them. Keeps an existing `to`. False if `from` does not exist. */
async function linkTo(from: string, to: string): Promise<boolean> {
  try {
    await runWithFolder(to, () => link(from, to)).catch(async (cause: unknown) => {
      if (!linkUnsupportedCodes.has(getErrorCode(cause))) throw cause;
      await copyIn(pathToFileURL(from).href, to);
    });
  } catch (cause) {
    // NOT_FOUND: the `ToolError` by which `copyIn` reports a missing file.
    if (['ENOENT', 'NOT_FOUND'].includes(getErrorCode(cause))) return false;
    if (getErrorCode(cause) !== 'EEXIST') throw cause;
  }
  await flushFolder(path.dirname(to));
  return true;
}

/** Removes other users' permissions, left by earlier versions. The folder is last: its mode marks the work as done. */
async function makePrivate(folder: string): Promise<void> {
  if (((await stat(folder)).mode & 0o077) === 0) return;
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  await forEachConcurrently(files, ({ name }) => undefinedIfMissing(chmod(path.join(folder, name), fileMode)));
  // File systems without permissions may refuse.
  await chmod(folder, folderMode).catch(() => undefined);
}

interface WriteOptions {
  /** Whether the written bytes must survive a power loss. */
  readonly isFlushed: boolean;
}

/** Writes a file atomically: writes a draft, then renames it. */
async function writeAtomically(file: string, parts: readonly Uint8Array[], options: WriteOptions): Promise<void> {
  const draft = createDraftPath(file);
  try {
    await runWithFolder(file, () => writeParts(draft, 'wx', parts, options));
    await renameWithRetry(draft, file);
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    throw cause;
  }
}

function createDraftPath(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.draft`;
}

/** Creates a file exclusively, by linking a complete draft: no window reads it empty, except without hard links. */
async function claim(file: string, bytes: Uint8Array): Promise<boolean> {
  const draft = createDraftPath(file);
  try {
    await runWithFolder(file, () => writeParts(draft, 'wx', [bytes], { isFlushed: true }));
    await link(draft, file).catch(async (cause: unknown) => {
      if (!linkUnsupportedCodes.has(getErrorCode(cause))) throw cause;
      await writeFile(file, bytes, { flag: 'wx', mode: fileMode });
    });
    return true;
  } catch (cause) {
    if (getErrorCode(cause) === 'EEXIST') return false;
    throw cause;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** Runs work that creates a file. If the folder is missing, creates it and runs the work again. */
async function runWithFolder(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (getErrorCode(cause) !== 'ENOENT') throw cause;
    await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
    await work();
  }
}

/** @param flag `wx` creates a file, `a` appends to one */
async function writeParts(
  file: string,
  flag: 'wx' | 'a',
  parts: readonly Uint8Array[],
  { isFlushed }: WriteOptions,
): Promise<void> {
  await withFile(open(file, flag, fileMode), async (handle) => {
    for (const bytes of joinIntoBatches(parts)) await handle.writeFile(bytes);
    if (isFlushed) await flush(handle);
  });
}

async function overwrite(file: string, from: number, bytes: Uint8Array): Promise<void> {
  await withFile(open(file, 'r+'), async (handle) => {
    await writePart(handle, bytes, from);
    await flush(handle);
  });
}

/** Joins small parts, since each write is a system call; passes large ones on without a copy. */
function* joinIntoBatches(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  for (const part of parts) {
    if (batchBytes + part.length > maxBatchBytes && batch.length > 0) {
      yield Buffer.concat(batch);
      batch = [];
      batchBytes = 0;
    }
    if (part.length >= maxBatchBytes) yield part;
    else {
      batch.push(part);
      batchBytes += part.length;
    }
  }
  if (batch.length > 0) yield Buffer.concat(batch);
}

function readPart(file: string, from: number, length: number): Promise<Uint8Array> {
  return withFile(open(file, 'r'), async (handle) => {
    const available = Math.max(0, (await handle.stat()).size - from);
    const bytes = new Uint8Array(Math.min(length, available));
    return bytes.subarray(0, await fillBuffer(handle, bytes, from));
  });
}

/** Makes new names in a folder survive a power loss. Windows flushes them with the files, and opens no folder. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await withFile(open(folder, 'r'), flush);
}

/** Flushes a handle; some file systems, mostly network ones, do not support it. */
async function flush(handle: FileHandle): Promise<void> {
  await handle.datasync().catch((cause: unknown) => {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(getErrorCode(cause))) throw cause;
  });
}

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (cause) {
    if (getErrorCode(cause) === 'ENOENT' || getErrorCode(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}
