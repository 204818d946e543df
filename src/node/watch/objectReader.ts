// Reads many blobs through one process: `git cat-file --batch`.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitFailed } from './gitProgram.ts';

interface Waiting {
  readonly id: string;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (cause: Error) => void;
}

/** Idle milliseconds after which the process ends. */
const maxIdle = 2000;

export class ObjectReader {
  readonly #start: () => ChildProcessWithoutNullStreams;
  #process: ChildProcessWithoutNullStreams | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Pending reads, in the order in which git answers. */
  #waiting: Waiting[] = [];
  #parts: Buffer[] = [];
  #length = 0;
  /** Bytes until the current answer is complete; undefined before its first line is. */
  #wanted: number | undefined;

  /** @param start starts `cat-file --batch`. */
  constructor(start: () => ChildProcessWithoutNullStreams) {
    this.#start = start;
  }

  /** Reads a blob. @throws GitFailed if it is gone */
  read(id: string): Promise<Buffer> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject });
      this.#process ??= this.#open();
      this.#process.stdin.write(`${id}\n`);
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#process?.stdin.end();
    this.#process = undefined;
  }

  #open(): ChildProcessWithoutNullStreams {
    const process = this.#start();
    [this.#parts, this.#length, this.#wanted] = [[], 0, undefined];
    process.stdout.on('data', (part: Buffer) => this.#take(part));
    const end = (): void => {
      // An idle process that was ended; pending reads belong to its successor.
      if (this.#process !== process) return;
      this.#process = undefined;
      for (const { id, reject } of this.#waiting.splice(0)) reject(new GitFailed('cat-file', undefined, id));
    };
    process.on('error', end);
    process.on('close', end);
    process.stdin.on('error', () => undefined);
    process.stderr.resume();
    return process;
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    // Joined only once there is enough, so that a large blob is not copied with each chunk.
    while (this.#length >= (this.#wanted ?? 1) && this.#takeAnswer());
    if (this.#waiting.length > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), maxIdle);
    this.#idle.unref();
  }

  /**
   * Takes an answer from the buffer: `<id> blob <size>`, a line feed, the bytes, a line feed; or `<id> missing` and a
   * line feed.
   */
  #takeAnswer(): boolean {
    const [first, ...more] = this.#parts;
    const received = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts);
    this.#parts = [received];
    const lineEnd = received.indexOf(0x0a);
    if (lineEnd < 0) return false;
    const line = received.toString('latin1', 0, lineEnd);
    const size = / blob (\d+)$/.exec(line)?.[1];
    const end = lineEnd + 1 + (size === undefined ? 0 : Number(size) + 1);
    this.#wanted = end;
    if (received.length < end) return false;
    const waiting = this.#waiting.shift();
    if (size === undefined) waiting?.reject(new GitFailed('cat-file', undefined, line));
    else waiting?.resolve(Buffer.from(received.subarray(lineEnd + 1, end - 1)));
    this.#parts = [received.subarray(end)];
    this.#length = received.length - end;
    this.#wanted = undefined;
    return true;
  }
}
