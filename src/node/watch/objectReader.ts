// Reads many blobs through one process: `git cat-file --batch`.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitFailed } from './gitProgram.ts';

/** A request without an answer yet. */
interface PendingRead {
  readonly id: string;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (cause: Error) => void;
}

/** Idle milliseconds after which the process ends. */
const maxIdleMs = 2000;

/** Reads blobs by one long-running process. Pipelines requests; answers come in the same order. */
export class ObjectReader {
  readonly #start: () => ChildProcessWithoutNullStreams;
  /** Undefined before the first read, after an idle time, and after a failure; the next read then starts another one. */
  #process: ChildProcessWithoutNullStreams | undefined;
  /** Runs only while no read is pending. */
  #idleTimer: NodeJS.Timeout | undefined;
  /** Pending reads, in the order in which git answers. */
  #pendingReads: PendingRead[] = [];
  /** Received output that belongs to no answer yet; emptied for each new process. `#bufferedBytes` is its total length. */
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
      // Opened first: if that throws, no entry may stay in the queue, since it would get the next read's answer.
      const child = (this.#process ??= this.#open());
      this.#pendingReads.push({ id, resolve, reject });
      child.stdin.write(`${id}\n`);
    });
  }

  close(): void {
    clearTimeout(this.#idleTimer);
    this.#process?.stdin.end();
    this.#process = undefined;
  }

  #open(): ChildProcessWithoutNullStreams {
    const child = this.#start();
    [this.#parts, this.#bufferedBytes, this.#answerBytes] = [[], 0, undefined];
    child.stdout.on('data', (part: Buffer) => this.#receive(part));
    const onEnd = (): void => {
      // This one was closed when idle; pending reads belong to its successor.
      if (this.#process !== child) return;
      this.#process = undefined;
      for (const { id, reject } of this.#pendingReads.splice(0)) reject(new GitFailed('cat-file', undefined, id));
    };
    child.on('error', onEnd);
    child.on('close', onEnd);
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    return child;
  }

  #receive(part: Buffer): void {
    this.#parts.push(part);
    this.#bufferedBytes += part.length;
    // Of an answer of known length, joins the parts once they are complete, so that a large blob is not copied with each.
    while (this.#bufferedBytes >= (this.#answerBytes ?? 1) && this.#takeAnswer());
    if (this.#pendingReads.length > 0) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.close(), maxIdleMs);
    this.#idleTimer.unref();
  }

  /**
   * Settles the first pending read if its answer is complete; else returns false. An answer is `<id> blob <size>`, LF,
   * the bytes, LF; or `<id> missing`, LF.
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
