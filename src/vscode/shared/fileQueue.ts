import { failure } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { FileQueue } from '../../tools/ports/fileQueue.ts';

interface Waiting {
  readonly reals: ReadonlySet<string>;
  readonly title: Phrase;
  /** Whether it has the files, and waits for none. */
  entered: boolean;
}

/** A queue that tells how many stand in it. */
export interface CountedFileQueue extends FileQueue {
  /** How many wait for one of these files. */
  waitingFor(reals: readonly string[]): number;
  /** Called whenever one begins to wait, or ceases to. */
  onDidChange: (() => void) | undefined;
}

/** Lets calls on the same files pass one at a time, in the order in which they came. */
export function createFileQueue(): CountedFileQueue {
  const tails = new Map<string, Promise<void>>();
  const inside = new Set<Waiting>();
  const queue: CountedFileQueue = {
    onDidChange: undefined,
    waitingFor: (reals) =>
      [...inside].filter((each) => !each.entered && reals.some((real) => each.reals.has(real))).length,
    async enter(reals, signal, { title, onWait }) {
      const before = reals.flatMap((real) => tails.get(real) ?? []);
      const earlier = [...inside].filter((other) => reals.some((real) => other.reals.has(real)));
      const own: Waiting = { reals: new Set(reals), title, entered: before.length === 0 };
      inside.add(own);
      const { promise: left, resolve } = Promise.withResolvers<void>();
      const leave = (): void => {
        inside.delete(own);
        resolve();
      };
      const tail = Promise.all([...before, left]).then(() => {
        for (const real of reals) if (tails.get(real) === tail) tails.delete(real);
      });
      for (const real of reals) tails.set(real, tail);
      try {
        if (earlier.length > 0) onWait?.(earlier.map((other) => other.title));
        if (!own.entered) queue.onDidChange?.();
        await untilAborted(Promise.all(before), signal);
        own.entered = true;
      } catch (cause) {
        leave();
        throw cause;
      } finally {
        if (before.length > 0) queue.onDidChange?.();
      }
      return { waited: before.length > 0, leave };
    },
  };
  return queue;
}

function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
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
