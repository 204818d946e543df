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
import type { LargeStorage, StorageFolder, Weight } from '../../tools/ports/diskPorts.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import { copyTo } from './copying.ts';
import { codeOf } from '../disk/errorCode.ts';
import { flushFiles } from './flush.ts';
import { renamePatiently } from './patientRename.ts';

/** For this user alone. */
const [fileMode, folderMode] = [0o600, 0o700];
/** Small parts are put together to this many bytes, since each write costs more than copying them does. */
const batch = 1024 * 1024;

/** A folder on the local disk, given as a `file:` URI. */
export function nodeStorageFolder(uri: string): StorageFolder {
  const root = fileURLToPath(uri);
  const at = (file: string): string => path.join(root, file);
  return {
    async ready(folders) {
      for (const folder of [root, ...folders.map(at)]) await mkdir(folder, { recursive: true, mode: folderMode });
      if (process.platform !== 'win32') for (const folder of [root, ...folders.map(at)]) await closeToOthers(folder);
    },
    list: (folder) =>
      readdir(at(folder)).catch((cause: unknown) => {
        if (codeOf(cause) === 'ENOENT') return [];
        throw cause;
      }),
    read: (file) => unlessMissing(readFile(at(file))),
    readPart: (file, from, length) => unlessMissing(readPart(at(file), from, length)),
    async stat(file) {
      const found = await unlessMissing(stat(at(file)));
      return found && { size: found.size, modified: found.mtimeMs };
    },
    async write(file, parts) {
      await writeWhole(at(file), parts, true);
      await flushFolder(path.dirname(at(file)));
    },
    writeUnflushed: (file, bytes) => writeWhole(at(file), [bytes], false),
    overwrite: (file, from, bytes) => overwrite(at(file), from, bytes),
    append: (file, bytes) => inFolder(at(file), () => writeTo(at(file), 'a', [bytes], false)),
    claim: (file, bytes) => claim(at(file), bytes),
    rename: (from, to) => unlessMissing(renamePatiently(at(from), at(to))),
    remove: (file) => unlessMissing(unlink(at(file))),
    large: largeIn(at),
  };
}

function largeIn(at: (file: string) => string): LargeStorage {
  return {
    copyIn: (uri, file) => copyIn(uri, at(file)),
    link: (from, to) => linkTo(at(from), at(to)),
    uriOf: (file) => pathToFileURL(at(file)).href,
  };
}

async function copyIn(uri: string, file: string): Promise<Weight> {
  const draft = draftOf(file);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
    const weight = await copyTo(draft, { uri }, fileMode);
    await flushFiles([draft]);
    await renamePatiently(draft, file);
    await flushFolder(path.dirname(file));
    return weight;
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    throw cause;
  }
}

/** A copy where the disk has no hard links. */
async function linkTo(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (cause: unknown) => {
      if (!noLinks.has(codeOf(cause))) throw cause;
      await copyIn(pathToFileURL(from).href, to);
    });
  } catch (cause) {
    if (['ENOENT', 'NOT_FOUND'].includes(codeOf(cause))) return false;
    if (codeOf(cause) !== 'EEXIST') throw cause;
  }
  await flushFolder(path.dirname(to));
  return true;
}

/** Takes from other users what an earlier version let them read. The folder comes last, so that work cut off is begun again. */
async function closeToOthers(folder: string): Promise<void> {
  if (((await stat(folder)).mode & 0o077) === 0) return;
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  await eachInLanes(files, ({ name }) => unlessMissing(chmod(path.join(folder, name), fileMode)));
  // A disk without users says so, or does nothing.
  await chmod(folder, folderMode).catch(() => undefined);
}

/** Writes a draft that takes the file's place, so that nobody ever reads half of it. */
async function writeWhole(file: string, parts: readonly Uint8Array[], flushed: boolean): Promise<void> {
  const draft = draftOf(file);
  try {
    await inFolder(file, () => writeTo(draft, 'wx', parts, flushed));
    await renamePatiently(draft, file);
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    throw cause;
  }
}

function draftOf(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.draft`;
}

/** What a disk says that has no hard links. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'UNKNOWN']);

/** Makes a file unless it is there. Nobody ever finds it empty, as if he who claims were nobody. */
async function claim(file: string, bytes: Uint8Array): Promise<boolean> {
  const draft = draftOf(file);
  try {
    await inFolder(file, () => writeTo(draft, 'wx', [bytes], true));
    await link(draft, file).catch(async (cause: unknown) => {
      if (!noLinks.has(codeOf(cause))) throw cause;
      await writeFile(file, bytes, { flag: 'wx', mode: fileMode });
    });
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw cause;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** Does work in the folder of a file, which somebody may have removed. */
async function inFolder(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw cause;
    await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
    await work();
  }
}

async function writeTo(file: string, how: 'wx' | 'a', parts: readonly Uint8Array[], flushed: boolean): Promise<void> {
  const handle = await open(file, how, fileMode);
  try {
    for (const bytes of inBatches(parts)) await handle.writeFile(bytes);
    if (flushed) await flush(handle);
  } finally {
    await handle.close();
  }
}

async function overwrite(file: string, from: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write(bytes, 0, bytes.length, from);
    await flush(handle);
  } finally {
    await handle.close();
  }
}

function* inBatches(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0];
  for (const part of parts) {
    if (size + part.length > batch && waiting.length > 0) {
      yield Buffer.concat(waiting);
      [waiting, size] = [[], 0];
    }
    if (part.length >= batch) yield part;
    else {
      waiting.push(part);
      size += part.length;
    }
  }
  if (waiting.length > 0) yield Buffer.concat(waiting);
}

async function readPart(file: string, from: number, length: number): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const left = Math.max(0, (await handle.stat()).size - from);
    const bytes = new Uint8Array(Math.min(length, left));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, from + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  } finally {
    await handle.close();
  }
}

/** The name of a new file stands in its folder, which Windows flushes with the file and does not open. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await flush(handle);
  } finally {
    await handle.close();
  }
}

/** Some file systems, of networks above all, cannot be told to flush. */
async function flush(handle: FileHandle): Promise<void> {
  await handle.datasync().catch((cause: unknown) => {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(codeOf(cause))) throw cause;
  });
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}
