// Keeps the event loop responsive: runs long work in time slices, and asynchronous work with a limit on concurrency.

import type { Yielding } from '../core/async/yielding.ts';

/** Milliseconds for which all yielding work together may block one turn of the event loop. */
const maxBlockingMs = 10;

/** The time slice of the current turn of the event loop. */
interface TimeSlice {
  /** Time at which work should yield, in milliseconds of `performance.now()`. */
  readonly endMs: number;
  /** Resolves in the next turn of the event loop. */
  readonly nextTurn: Promise<void>;
}

/** Shared by all yielding work. Undefined until work asks for it in a turn of the event loop; cleared at the next. */
let timeSlice: TimeSlice | undefined;

/**
 * Returns undefined while the time slice lasts, else a promise for the next turn of the event loop, to await before
 * more work. Ask again right after that: other work that waited may have used up the next slice, too.
 */
export function yieldIfNeeded(): Promise<void> | undefined {
  const { endMs, nextTurn } = currentSlice();
  return performance.now() < endMs ? undefined : nextTurn;
}

/** Identifies the current turn of the event loop, for caches that last one turn: the same object until the next one. */
export function currentTurn(): object {
  return currentSlice();
}

function currentSlice(): TimeSlice {
  if (timeSlice !== undefined) return timeSlice;
  const nextTurn = new Promise<void>((resolve) => {
    callInNextTurn(() => {
      timeSlice = undefined;
      resolve();
    });
  });
  timeSlice = { endMs: performance.now() + maxBlockingMs, nextTurn };
  return timeSlice;
}

/** Calls back in the next turn of the event loop; browsers have timers, but no `setImmediate`. */
const callInNextTurn: (callback: () => void) => unknown =
  'setImmediate' in globalThis ? setImmediate : (callback) => setTimeout(callback, 0);

/** Runs a generator to its end, and lets the event loop run whenever the time slice is used up. */
export async function runYielding<T>(work: Yielding<T>): Promise<T> {
  for (;;) {
    for (let pause = yieldIfNeeded(); pause !== undefined; pause = yieldIfNeeded()) await pause;
    const { endMs } = currentSlice();
    while (performance.now() < endMs) {
      const { done, value } = work.next();
      if (done === true) return value;
    }
  }
}

/**
 * Calls a function for each item, several in parallel. Also lets the event loop run between calls that await nothing,
 * since awaiting a settled promise does not. After a failure, rejects at once, but calls for the other items still
 * start; `forEachUntilFailure` starts no more.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  action: (item: T, index: number) => Promise<void> | void,
  maxConcurrent = 16,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let index = 0;
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      const completion = action(next.value, index++);
      if (completion !== undefined) await completion;
      for (let pause = yieldIfNeeded(); pause !== undefined; pause = yieldIfNeeded()) await pause;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
}

/**
 * Calls a function for items like `forEachConcurrently`. After a failure, starts no more calls, awaits those in
 * progress, and throws the failure.
 */
export async function forEachUntilFailure<T>(
  items: readonly T[],
  action: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  await forEachConcurrently(items, async (item, index) => {
    if (failures.length > 0) return;
    await action(item, index).catch((cause: unknown) => failures.push(cause));
  });
  if (failures.length > 0) throw failures[0];
}

/** Calls a function for one item after the other. Unlike a loop, lets the event loop run in between. */
export function forEachInSequence<T>(
  items: Iterable<T>,
  action: (item: T, index: number) => Promise<void> | void,
): Promise<void> {
  return forEachConcurrently(items, action, 1);
}

/**
 * Maps items by an asynchronous function, several in parallel. Results are in the order of the items. After a failure,
 * starts no more calls, awaits those in progress, and throws the error of the failed item that is first in the list.
 */
export async function mapConcurrently<T, R>(items: readonly T[], transform: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  const attempt = async (item: T, index: number): Promise<void> => {
    if (failures.length > 0) return;
    await transform(item).then(
      (result) => (results[index] = result),
      (cause: unknown) => (failures[index] = cause),
    );
  };
  await forEachConcurrently(items, attempt);
  for (const cause of failures) if (cause !== undefined) throw cause;
  return results;
}

/** Resolves after a time in milliseconds. */
export function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
