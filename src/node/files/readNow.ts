import { readSync } from 'node:fs';

/**
 * So many bytes are read in one turn, once the file is open: each wait for another thread costs this one ten times what
 * such a read does, and a disk that does not answer keeps the opening waiting, not this.
 */
export const maxAtOnce = 64 * 1024;

/** Bytes that a file is read in where it is larger than it was said to be. */
const step = 65_536;

/** Reads an open file to its end, without a pause. `size` is what it is expected to have. */
export function readNow(fd: number, size: number): Buffer {
  // One more, so that a read which leaves it free has seen the end.
  let bytes = Buffer.allocUnsafeSlow(size + 1);
  let done = 0;
  for (;;) {
    const read = readSync(fd, bytes, done, bytes.length - done, done);
    done += read;
    if (read === 0 || done === size) return bytes.subarray(0, done);
    if (done === bytes.length) bytes = Buffer.concat([bytes], bytes.length + step);
  }
}
