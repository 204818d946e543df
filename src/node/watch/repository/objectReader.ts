// Reads many blobs through one process: `git cat-file --batch`.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitFailed } from './gitProgram.ts';

/** A read that git has not answered yet. */
interface PendingRead {
  readonly id: string;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (cause: Error) => void;
}

/** Idle milliseconds after which the process ends. */
const maxIdleMs = 2000;

/** Reads blobs by one long-running process at a time. */
export class ObjectReader {
  readonly #start: () => ChildProcessWithoutNullStreams;
  /** Undefined before the first read, after an idle time, and after a failure; the next read then starts another. */
  #process: BatchProcess | undefined;
  /** Runs only while no read is pending. */
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param start starts `git cat-file --batch`; may throw, which rejects the read */
  constructor(start: () => ChildProcessWithoutNullStreams) {
    this.#start = start;
  }

  /** Reads a blob. @throws GitFailed if it is missing, or the process ends */
  async read(id: string): Promise<Buffer> {
    clearTimeout(this.#idleTimer);
    this.#process ??= this.#open();
    return this.#process.read(id);
  }

  /** Ends the process once it has answered the pending reads. Resolves when it has ended. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const batch = this.#process;
    this.#process = undefined;
    await batch?.close();
  }

  #open(): BatchProcess {
    const batch: BatchProcess = new BatchProcess(this.#start(), {
      onIdle: () => {
        if (this.#process !== batch) return;
        clearTimeout(this.#idleTimer);
        this.#idleTimer = setTimeout(() => void this.close(), maxIdleMs);
        this.#idleTimer.unref();
      },
      onEnd: () => {
        if (this.#process === batch) this.#process = undefined;
      },
    });
    return batch;
  }
}

/**
 * One process with its requests and output. It is separate from `ObjectReader`, since a closed process still answers
 * while the next one runs. Pipelines requests; answers come in the same order.
 */
class BatchProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #onIdle: () => void;
  readonly #ended = Promise.withResolvers<void>();
  /** Pending reads, in the order in which git answers. */
  readonly #pendingReads: PendingRead[] = [];
  /** Received output that belongs to no answer yet. `#bufferedBytes` is its total length. */
  #parts: Buffer[] = [];
  #bufferedBytes = 0;
  /** Length of the current answer with its first line; undefined until that line is complete. */
  #answerBytes: number | undefined;

  constructor(
    child: ChildProcessWithoutNullStreams,
    { onIdle, onEnd }: { readonly onIdle: () => void; readonly onEnd: () => void },
  ) {
    this.#child = child;
    this.#onIdle = onIdle;
    child.stdout.on('data', (part: Buffer) => this.#receive(part));
    const end = (): void => {
      onEnd();
      this.#ended.resolve();
      for (const { id, reject } of this.#pendingReads.splice(0)) reject(new GitFailed('cat-file', undefined, id));
    };
    child.on('error', end);
    child.on('close', end);
    // The process has ended: `end` rejects the reads.
    child.stdin.on('error', () => undefined);
    // Discarded: else git would block once the pipe is full.
    child.stderr.resume();
  }

  read(id: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#pendingReads.push({ id, resolve, reject });
      this.#child.stdin.write(`${id}\n`);
    });
  }

  close(): Promise<void> {
    this.#child.stdin.end();
    return this.#ended.promise;
  }

  #receive(part: Buffer): void {
    this.#parts.push(part);
    this.#bufferedBytes += part.length;
    // Joins the parts of an answer of known length only once they are complete, since each join copies all of them.
    let isTaken = true;
    while (isTaken && this.#bufferedBytes >= (this.#answerBytes ?? 1)) isTaken = this.#takeAnswer();
    if (this.#pendingReads.length === 0) this.#onIdle();
  }

  /**
   * Settles the first pending read if its answer is complete; otherwise, returns false. An answer is `<id> <type>
   * <size>`, LF, the bytes, LF; or `<id> missing`, LF. Only blobs are read: the read of another type fails.
   */
  #takeAnswer(): boolean {
    const [first, ...more] = this.#parts;
    const received = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts);
    this.#parts = [received];
    const lineEnd = received.indexOf(0x0a);
    if (lineEnd < 0) return false;
    const line = received.toString('latin1', 0, lineEnd);
    const [, type, size] = / ([a-z]+) (\d+)$/.exec(line) ?? [];
    const answerEnd = lineEnd + 1 + (size === undefined ? 0 : Number(size) + 1);
    this.#answerBytes = answerEnd;
    if (received.length < answerEnd) return false;
    const pendingRead = this.#pendingReads.shift();
    if (type !== 'blob') pendingRead?.reject(new GitFailed('cat-file', undefined, line));
    else pendingRead?.resolve(Buffer.from(received.subarray(lineEnd + 1, answerEnd - 1)));
    this.#parts = [received.subarray(answerEnd)];
    this.#bufferedBytes = received.length - answerEnd;
    this.#answerBytes = undefined;
    return true;
  }
}
