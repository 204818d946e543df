import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Takes bytes in the memory of this call, until it is settled; `false`: enough. */
export type TakeBytes = (bytes: Buffer) => boolean | Promise<boolean>;

/** A file that takes the output of a process; nobody else may read it. */
export interface OutputFile {
  readonly fd: number;
  /** Hands on what comes, until `ended` settles and all is handed on. Removes the file. */
  follow(take: TakeBytes, ended: Promise<unknown>): Promise<void>;
  remove(): Promise<void>;
}

/** Bytes handed on at once: some milliseconds of work. */
const partSize = 65_536;
/** Milliseconds between two looks. */
const pause = 25;

/**
 * For output that comes in tens of thousands of small parts: by a pipe each part costs the reader, and the writer, too,
 * more than what it tells; in a file they cost nothing.
 *
 * @param folder absolute; the system's for temporary files if absent
 * @throws what the file system says, where no file can be made
 */
export async function openOutputFile(folder = tmpdir()): Promise<OutputFile> {
  const own = await mkdtemp(join(folder, 'redline-'));
  const removeName = (): Promise<void> =>
    rm(own, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  const path = join(own, 'output');
  const opened: FileHandle[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(opened.map((handle) => handle.close()));
    await removeName();
  };
  try {
    const writer = await open(path, 'wx', 0o600);
    opened.push(writer);
    // Of its own: a handle that is shared has one place in the file, which Windows moves to read.
    const reader = await open(path, 'r');
    opened.push(reader);
    // An open file lives on without its name, and is gone with the last process that has it; Windows keeps the name.
    await removeName();
    return {
      fd: writer.fd,
      remove,
      async follow(take, ended) {
        try {
          await followFile(reader, take, ended);
        } finally {
          await remove();
        }
      },
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

async function followFile(file: FileHandle, take: TakeBytes, ended: Promise<unknown>): Promise<void> {
  const buffer = Buffer.alloc(partSize);
  let [place, over] = [0, false];
  const end = ended.finally(() => (over = true));
  for (;;) {
    const last = over;
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const { bytesRead } = await file.read(buffer, 0, partSize, place);
    place += bytesRead;
    // oxlint-disable-next-line no-await-in-loop -- the memory is used again for the next part
    const enough = bytesRead > 0 ? !(await take(buffer.subarray(0, bytesRead))) : last;
    if (enough) return;
    // oxlint-disable-next-line no-await-in-loop -- nothing to do until more has come
    if (bytesRead === 0) await Promise.race([end, delay(pause)]);
  }
}
