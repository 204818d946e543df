import { readSync } from 'node:fs';

/**
 * Maximum bytes that are read synchronously from an open file. A way through the thread pool takes ten times as long, and
 * a disk that does not respond blocks the opening, not the reading.
 */
export const maxAtOnce = 64 * 1024;

/** Bytes by which the buffer grows if a file is larger than expected. */
const growth = 65_536;

/** Reads an open file to its end synchronously; `size` is its expected size. */
export function readNow(fd: number, size: number): Buffer {
  // One byte more: a read that leaves it free has reached the end.
  let bytes = Buffer.allocUnsafeSlow(size + 1);
  let done = 0;
  for (;;) {
    const read = readSync(fd, bytes, done, bytes.length - done, done);
    done += read;
    if (read === 0 || done === size) return bytes.subarray(0, done);
    if (done === bytes.length) bytes = Buffer.concat([bytes], bytes.length + growth);
  }
}
