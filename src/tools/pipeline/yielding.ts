import type { Yielding } from '../../core/async/yielding.ts';

/** Milliseconds of work in a row, after which the host may do what waits. */
const longestStint = 10;

/** What all work of one turn of the host may take together. */
interface Stint {
  readonly until: number;
  /** Resolves when the host has had its turn. */
  readonly over: Promise<void>;
}

let stint: Stint | undefined;

/** What to await before more work is done in this turn: undefined while its stint lasts, and else until the host's turn is over. */
export function restNow(): Promise<void> | undefined {
  const { until, over } = stintNow();
  return performance.now() < until ? undefined : over;
}

function stintNow(): Stint {
  if (stint !== undefined) return stint;
  const over = new Promise<void>((resolve) => {
    pause(() => {
      stint = undefined;
      resolve();
    });
  });
  stint = { until: performance.now() + longestStint, over };
  return stint;
}

/** Lets the host do what waits; in a browser, which has no `setImmediate`, a timer comes nearest to it. */
const pause: (goOn: () => void) => unknown =
  'setImmediate' in globalThis ? setImmediate : (goOn) => setTimeout(goOn, 0);

/** Does work that comes in turns, and lets the host do what waits as often as all such work has taken long enough. */
export async function runYielding<T>(turns: Yielding<T>): Promise<T> {
  for (;;) {
    for (let rest = restNow(); rest !== undefined; rest = restNow()) await rest;
    for (const { until } = stintNow(); performance.now() < until;) {
      const { done, value } = turns.next();
      if (done === true) return value;
    }
  }
}

/**
 * Calls a function for each of many items, some at a time. Where nothing is waited for, the host gets its turn as often
 * as the work has taken long enough: awaiting what is settled already lets nobody else run.
 */
export async function eachInLanes<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<void> | void,
  lanes = 16,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let index = 0;
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const waited = work(next.value, index++);
      if (waited !== undefined) await waited;
      for (let rest = restNow(); rest !== undefined; rest = restNow()) await rest;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * What a function makes of each of many items, in their order, some at a time. Throws what it throws for the first of
 * them, and begins nothing more after any.
 */
export async function mapInLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  const failures: unknown[] = [];
  const attempt = async (item: T, index: number): Promise<void> => {
    if (failures.length > 0) return;
    await work(item).then(
      (one) => (made[index] = one),
      (cause: unknown) => (failures[index] = cause),
    );
  };
  await eachInLanes(items, attempt);
  for (const cause of failures) if (cause !== undefined) throw cause;
  return made;
}
