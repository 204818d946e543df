// Queues calls on the same files, so that one at a time changes them.

import { failure } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { FileQueue } from '../../tools/ports/ports.ts';

interface QueuedCall {
  readonly realPaths: ReadonlySet<string>;
  readonly title: Phrase;
  /** Whether it holds the locks of its files. */
  entered: boolean;
}

/** A file queue that counts the calls in it. */
export interface CountedFileQueue extends FileQueue {
  /** Number of calls that wait for one of these files. */
  waitingFor(realPaths: readonly string[]): number;
  /** Called when a call begins or stops waiting. */
  onDidChange: (() => void) | undefined;
}

/** Serializes calls on the same files, in order of arrival. */
export function createFileQueue(): CountedFileQueue {
  /** By canonical path, resolves when the last call in the queue has released the file. */
  const tails = new Map<string, Promise<void>>();
  const calls = new Set<QueuedCall>();
  const queue: CountedFileQueue = {
    onDidChange: undefined,
    waitingFor: (realPaths) =>
      [...calls].filter((each) => !each.entered && realPaths.some((path) => each.realPaths.has(path))).length,
    async enter(realPaths, signal, { title, onWait }) {
      const predecessors = realPaths.flatMap((path) => tails.get(path) ?? []);
      const ahead = [...calls].filter((other) => realPaths.some((path) => other.realPaths.has(path)));
      const queued: QueuedCall = { realPaths: new Set(realPaths), title, entered: predecessors.length === 0 };
      calls.add(queued);
      const { promise: released, resolve } = Promise.withResolvers<void>();
      const release = (): void => {
        calls.delete(queued);
        resolve();
      };
      const tail = Promise.all([...predecessors, released]).then(() => {
        for (const path of realPaths) if (tails.get(path) === tail) tails.delete(path);
      });
      for (const path of realPaths) tails.set(path, tail);
      try {
        if (ahead.length > 0) onWait?.(ahead.map((other) => other.title));
        if (!queued.entered) queue.onDidChange?.();
        await resolveOnAbort(Promise.all(predecessors), signal);
        queued.entered = true;
      } catch (cause) {
        release();
        throw cause;
      } finally {
        if (predecessors.length > 0) queue.onDidChange?.();
      }
      return { waited: predecessors.length > 0, release };
    },
  };
  return queue;
}

function resolveOnAbort(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(
        failure(
          'REJECTED',
          phrase('The call was stopped. Nothing was changed.'),
          'Do not repeat it unless the user asks for it.',
        ),
      );
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
