import { failure } from '../core/errors.ts';
import { phrase, type Phrase } from '../core/phrase.ts';
import type { FileQueue } from '../tools/fileQueue.ts';

interface Waiting {
  readonly reals: ReadonlySet<string>;
  readonly title: Phrase;
}

/** Lets calls on the same files pass one at a time, in the order in which they came. */
export function createFileQueue(): FileQueue {
  const tails = new Map<string, Promise<void>>();
  const inside = new Set<Waiting>();
  return {
    async enter(reals, signal, { title, onWait }) {
      const before = reals.flatMap((real) => tails.get(real) ?? []);
      const earlier = [...inside].filter((other) => reals.some((real) => other.reals.has(real)));
      const own = { reals: new Set(reals), title };
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
        await untilAborted(Promise.all(before), signal);
      } catch (cause) {
        leave();
        throw cause;
      }
      return { waited: before.length > 0, leave };
    },
  };
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
