// Reads many blobs through one process: `git cat-file --batch`.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitFailed } from './gitProgram.ts';

interface PendingRead {
  readonly id: string;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (cause: Error) => void;
}

/** Idle milliseconds after which the process ends. */
const maxIdleMs = 2000;

export class ObjectReader {
  readonly #start: () => ChildProcessWithoutNullStreams;
  /** Undefined before the first read, after an idle time, and after a failure; the next read then starts another one. */
  #process: ChildProcessWithoutNullStreams | undefined;
  /** Runs only while no read is pending. */
  #idleTimer: NodeJS.Timeout | undefined;
  /** Pending reads, in the order in which git answers. */
  #pendingReads: PendingRead[] = [];
  /** Output that is not taken yet; emptied for each new process. `#bufferedBytes` is its total length. */
  #parts: Buffer[] = [];
  #bufferedBytes = 0;
  /** Total length of the current answer; undefined until its first line is complete. */
  #answerBytes: number | undefined;

  /** @param start starts `cat-file --batch`. */
  constructor(start: () => ChildProcessWithoutNullStreams) {
    this.#start = start;
  }

  /** Reads a blob. @throws GitFailed if it is gone */
  read(id: string): Promise<Buffer> {
    clearTimeout(this.#idleTimer);
    return new Promise((resolve, reject) => {
      // Opened first: a read left behind by a failure would take the answer of the next one.
      const process = (this.#process ??= this.#open());
      this.#pendingReads.push({ id, resolve, reject });
      process.stdin.write(`${id}\n`);
    });
  }

  close(): void {
    clearTimeout(this.#idleTimer);
    this.#process?.stdin.end();
    this.#process = undefined;
  }

  #open(): ChildProcessWithoutNullStreams {
    const process = this.#start();
    [this.#parts, this.#bufferedBytes, this.#answerBytes] = [[], 0, undefined];
    process.stdout.on('data', (part: Buffer) => this.#take(part));
    const onEnd = (): void => {
      // An idle process that was ended; pending reads belong to its successor.
      if (this.#process !== process) return;
      this.#process = undefined;
      for (const { id, reject } of this.#pendingReads.splice(0)) reject(new GitFailed('cat-file', undefined, id));
    };
    process.on('error', onEnd);
    process.on('close', onEnd);
    process.stdin.on('error', () => undefined);
    process.stderr.resume();
    return process;
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#bufferedBytes += part.length;
    // Joined only once there is enough, so that a large blob is not copied with each chunk.
    while (this.#bufferedBytes >= (this.#answerBytes ?? 1) && this.#takeAnswer());
    if (this.#pendingReads.length > 0) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.close(), maxIdleMs);
    this.#idleTimer.unref();
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
    this.#answerBytes = end;
    if (received.length < end) return false;
    const pendingRead = this.#pendingReads.shift();
    if (size === undefined) pendingRead?.reject(new GitFailed('cat-file', undefined, line));
    else pendingRead?.resolve(Buffer.from(received.subarray(lineEnd + 1, end - 1)));
    this.#parts = [received.subarray(end)];
    this.#bufferedBytes = received.length - end;
    this.#answerBytes = undefined;
    return true;
  }
}
