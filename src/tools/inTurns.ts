import type { Change } from '../core/change.ts';
import { comparisonInTurns } from '../core/changeComparison.ts';
import type { Turns } from '../core/turns.ts';
import { unshownInTurns } from '../core/unshown.ts';

/** Milliseconds of work in a row, after which the host may do what waits. */
const longestStint = 10;

/** Lets the host do what waits; in a browser, which has no `setImmediate`, a timer comes nearest to it. */
const pause: (goOn: () => void) => unknown =
  'setImmediate' in globalThis ? setImmediate : (goOn) => setTimeout(goOn, 0);

/** Does work that comes in turns, and lets the host do what waits as often as the work has taken long enough. */
export async function inTurns<T>(turns: Turns<T>): Promise<T> {
  for (;;) {
    const until = performance.now() + longestStint;
    do {
      const { done, value } = turns.next();
      if (done === true) return value;
    } while (performance.now() < until);
    await hostsTurn();
  }
}

function hostsTurn(): Promise<void> {
  return new Promise((resolve) => pause(resolve));
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
  let until = performance.now() + longestStint;
  let turn: Promise<void> | undefined;
  const rest = (): Promise<void> =>
    (turn ??= hostsTurn().then(() => {
      until = performance.now() + longestStint;
      turn = undefined;
    }));
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const waited = work(next.value, index++);
      if (waited !== undefined) await waited;
      if (performance.now() >= until) await rest();
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

/** Compares the two sides of changes, so that all that is said of them, however large they are, is at hand afterwards. */
export async function compareSides(changes: readonly Change[]): Promise<void> {
  await inTurns(compareEach(changes));
}

function* compareEach(changes: readonly Change[]): Turns<void> {
  for (const change of changes) {
    yield* comparisonInTurns(change);
    yield* unshownInTurns(change);
    yield;
  }
}
