// Queues calls on the same files, so that only one call at a time changes them.

import { untilAborted } from '../../async/signals.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { FileQueue } from '../../tools/ports/ports.ts';

/** A call in the queue, waiting or not. */
interface QueueEntry {
  readonly realUris: ReadonlySet<string>;
  readonly title: Phrase;
  holdsLocks: boolean;
}

export interface CountedFileQueue extends FileQueue {
  /** Number of calls that wait for one of these files. */
  countWaiting(realUris: readonly string[]): number;
  /** Called when a call begins or stops waiting. The pending view is the only listener. */
  changeListener: (() => void) | undefined;
}

/** Serializes calls on the same files, in order of arrival. */
export function createFileQueue(): CountedFileQueue {
  /** The end of the queue of each file, by canonical URI: resolves when the last call in it has released the file. */
  const tails = new Map<string, Promise<void>>();
  /** In order of arrival. */
  const calls = new Set<QueueEntry>();
  const queue: CountedFileQueue = {
    changeListener: undefined,
    countWaiting: (realUris) =>
      [...calls].filter((each) => !each.holdsLocks && realUris.some((uri) => each.realUris.has(uri))).length,
    async enter(realUris, signal, { title, onWait }) {
      const callsAhead = [...calls].filter((other) => realUris.some((uri) => other.realUris.has(uri)));
      // All queues at once, before any `await`: two calls that share several files then never wait for each other.
      const { tailsAhead, release: releaseFiles } = appendToQueues(tails, realUris);
      // A tail outlives the call that it waits for by some microtasks, so this can be true with no call ahead.
      const mustWait = tailsAhead.length > 0;
      const queued: QueueEntry = { realUris: new Set(realUris), title, holdsLocks: !mustWait };
      calls.add(queued);
      const release = (): void => {
        calls.delete(queued);
        releaseFiles();
      };
      try {
        if (callsAhead.length > 0) onWait?.(callsAhead.map((other) => other.title));
        if (mustWait) queue.changeListener?.();
        await waitUnlessAborted(tailsAhead, signal);
        queued.holdsLocks = true;
      } catch (cause) {
        release();
        throw cause;
      } finally {
        if (mustWait) queue.changeListener?.();
      }
      return { hasWaited: mustWait, release };
    },
  };
  return queue;
}

/**
 * Adds a call to the queues of its files. Returns the previous ends of these queues, and a function that releases the
 * files to the next calls.
 */
function appendToQueues(
  tails: Map<string, Promise<void>>,
  realUris: readonly string[],
): { readonly tailsAhead: readonly Promise<void>[]; readonly release: () => void } {
  const tailsAhead = realUris.flatMap((uri) => tails.get(uri) ?? []);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const tail = Promise.all([...tailsAhead, released]).then(() => {
    for (const uri of realUris) if (tails.get(uri) === tail) tails.delete(uri);
  });
  for (const uri of realUris) tails.set(uri, tail);
  return { tailsAhead, release };
}

/** @throws ToolError REJECTED if the signal is aborted first */
async function waitUnlessAborted(tailsAhead: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
  try {
    await untilAborted(Promise.all(tailsAhead), signal);
  } catch {
    // The tails never reject, so the signal was aborted.
    throw failure(
      'REJECTED',
      phrase('The call was stopped. Nothing was changed.'),
      'Do not repeat it unless the user asks for it.',
    );
  }
}
