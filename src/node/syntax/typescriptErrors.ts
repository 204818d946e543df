// Finds syntax errors with the TypeScript compiler that VS Code ships, in a thread of its own.

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SourceError, SyntaxChecker } from '../../core/change/warnings/syntaxErrors.ts';
import { isFulfilled } from '../../async/isFulfilled.ts';
import { serveCheckRequests, type CheckResult, type CheckRequest } from './compilerThread.ts';

/** Time limit per text in milliseconds; the first text's includes the start of the thread. */
const maxCheckMs = 10_000;

/** Maximum size of the thread's heap, so that no text takes the memory of the extension host. */
const maxHeapMebibytes = 512;

/** Opens a checker with the compiler of the VS Code at `appRoot`, never one of the workspace; undefined without one. */
export async function openTypeScriptChecker(
  appRoot: string,
  limitMs: number = maxCheckMs,
): Promise<SyntaxChecker | undefined> {
  const compilerPath = join(appRoot, 'extensions/node_modules/typescript/lib/typescript.js');
  return (await isFulfilled(access(compilerPath))) ? new ThreadedChecker(compilerPath, limitMs) : undefined;
}

interface PendingCheck {
  readonly resolve: (errors: readonly SourceError[]) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Checks texts in a thread, which starts with the first of them. Once a text has exceeded the time limit or the thread
 * has failed, all pending and later checks reject: no other thread is started.
 */
class ThreadedChecker implements SyntaxChecker {
  readonly #compilerPath: string;
  readonly #limitMs: number;
  #worker: Worker | undefined;
  #lastId = 0;
  #isEnded = false;
  /** Runs while texts are pending. The thread checks one at a time, so the timer restarts with each answer. */
  #timer: NodeJS.Timeout | undefined;
  readonly #pendingChecks = new Map<number, PendingCheck>();

  constructor(compilerPath: string, limitMs: number) {
    this.#compilerPath = compilerPath;
    this.#limitMs = limitMs;
  }

  async findErrors(name: string, text: string): Promise<readonly SourceError[]> {
    if (this.#isEnded) throw new Error('The compiler has ended.');
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<readonly SourceError[]>();
    this.#pendingChecks.set(id, { resolve, reject });
    if (this.#pendingChecks.size === 1) this.#restartTimer();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage({ id, name, text } satisfies CheckRequest);
    return promise;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.#pendingChecks.size === 0) return;
    this.#timer = setTimeout(() => this.#end(new Error('The compiler did not answer.')), this.#limitMs);
  }

  dispose(): void {
    this.#end(new Error('The compiler has ended.'));
  }

  #start(): Worker {
    const worker = new Worker(`(${serveCheckRequests.toString()})()`, {
      eval: true,
      workerData: this.#compilerPath,
      // Passes nothing of the extension host's environment on, such as a debugger's options.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes },
    });
    // A running thread must not keep the process alive.
    worker.unref();
    worker.on('message', ({ id, errors }: CheckResult) => {
      this.#pendingChecks.get(id)?.resolve(errors);
      this.#pendingChecks.delete(id);
      this.#restartTimer();
    });
    worker.on('error', (cause) => this.#end(cause));
    return worker;
  }

  #end(cause: unknown): void {
    this.#isEnded = true;
    for (const { reject } of this.#pendingChecks.values()) reject(cause);
    this.#pendingChecks.clear();
    clearTimeout(this.#timer);
    void this.#worker?.terminate();
  }
}
