import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Source, Weight } from '../../tools/ports/diskPorts.ts';
import { openRegular } from './openRegular.ts';
import { partsOf, step } from './weighing.ts';

const zeros = Buffer.alloc(step);

/** The bytes of a source, one part after the other; each holds only until the next. */
export async function* partsFrom(source: Source): AsyncGenerator<Uint8Array, void, void> {
  if ('bytes' in source) {
    for (let at = 0; at < source.bytes.length; at += step) yield source.bytes.subarray(at, at + step);
    return;
  }
  const { handle } = await openRegular(fileURLToPath(source.uri));
  try {
    yield* partsOf(handle);
  } finally {
    await handle.close();
  }
}

/** Makes a file of a source's bytes, with holes where these are zeros. Answers what was written. */
export async function copyTo(file: string, source: Source, mode?: number): Promise<Weight> {
  const handle = await open(file, 'wx', mode);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of partsFrom(source)) {
      hash.update(part);
      if (!zeros.subarray(0, part.length).equals(part)) await writePart(handle, part, size);
      size += part.length;
    }
    await handle.truncate(size);
    return { size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Writes parts over an open file from an offset on, the first at once. Answers the offset behind them. */
export async function writeParts(
  handle: FileHandle,
  from: number,
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, void>,
): Promise<number> {
  let at = from;
  for (let done = 0; done < first.length;) done += writeSync(handle.fd, first, done, first.length - done, at + done);
  at += first.length;
  for await (const part of rest) {
    await writePart(handle, part, at);
    at += part.length;
  }
  return at;
}

async function writePart(handle: FileHandle, part: Uint8Array, at: number): Promise<void> {
  let done = 0;
  while (done < part.length) done += (await handle.write(part, done, part.length - done, at + done)).bytesWritten;
}
