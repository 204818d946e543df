import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work, and returns the rejections that nothing has handled by the next turn of the event loop. */
export async function unhandledRejectionsOf(work: () => Promise<void>): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (cause) => unhandled.push(cause));
  try {
    await work();
    await nextTurn();
    return unhandled;
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
}
