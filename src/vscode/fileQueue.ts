import { ToolError } from '../core/errors.ts';
import type { FileQueue } from '../tools/ports.ts';

/** Lets calls on the same files pass one at a time, in the order in which they came. */
export function createFileQueue(): FileQueue {
  const tails = new Map<string, Promise<void>>();
  return {
    async enter(reals, signal) {
      const before = reals.flatMap((real) => tails.get(real) ?? []);
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      const tail = Promise.all([...before, left]).then(() => {
        for (const real of reals) if (tails.get(real) === tail) tails.delete(real);
      });
      for (const real of reals) tails.set(real, tail);
      try {
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
    const stop = (): void => reject(new ToolError('REJECTED', 'The call was stopped. Nothing was changed.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
