// Runs work in time slices, so that the event loop is never blocked for long, and waits.

import type { Yielding } from '../core/async/yielding.ts';

/** Total milliseconds for which yielding work may block the event loop. */
const maxBlocking = 10;

/** The time slice of the current turn of the event loop. */
interface TimeSlice {
  readonly until: number;
  /** Resolves in the next turn of the event loop. */
  readonly over: Promise<void>;
}

let timeSlice: TimeSlice | undefined;

/**
 * Returns undefined while the time slice lasts, else a promise for the next turn of the event loop, to await before
 * more work.
 */
export function yieldIfNeeded(): Promise<void> | undefined {
  const { until, over } = currentSlice();
  return performance.now() < until ? undefined : over;
}

function currentSlice(): TimeSlice {
  if (timeSlice !== undefined) return timeSlice;
  const over = new Promise<void>((resolve) => {
    nextTurn(() => {
      timeSlice = undefined;
      resolve();
    });
  });
  timeSlice = { until: performance.now() + maxBlocking, over };
  return timeSlice;
}

/** Calls back in the next turn of the event loop; browsers have timers, but no `setImmediate`. */
const nextTurn: (callback: () => void) => unknown =
  'setImmediate' in globalThis ? setImmediate : (callback) => setTimeout(callback, 0);

/** Runs a generator to its end, and lets the event loop run whenever the time slice is used up. */
export async function runYielding<T>(turns: Yielding<T>): Promise<T> {
  for (;;) {
    for (let rest = yieldIfNeeded(); rest !== undefined; rest = yieldIfNeeded()) await rest;
    for (const { until } = currentSlice(); performance.now() < until;) {
      const { done, value } = turns.next();
      if (done === true) return value;
    }
  }
}

/**
 * Calls a function for each item, several in parallel. Also lets the event loop run between calls that await nothing,
 * since awaiting a settled promise does not.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<void> | void,
  maxConcurrent = 16,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let index = 0;
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const waited = work(next.value, index++);
      if (waited !== undefined) await waited;
      for (let rest = yieldIfNeeded(); rest !== undefined; rest = yieldIfNeeded()) await rest;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, lane));
}

/**
 * Maps items by an asynchronous function, several in parallel. After a failure, starts no further item, and throws the
 * error of the first failed item.
 */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  const attempt = async (item: T, index: number): Promise<void> => {
    if (failures.length > 0) return;
    await work(item).then(
      (result) => (results[index] = result),
      (cause: unknown) => (failures[index] = cause),
    );
  };
  await forEachConcurrently(items, attempt);
  for (const cause of failures) if (cause !== undefined) throw cause;
  return results;
}

/** Resolves after a time in milliseconds. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
