import type { Change } from '../core/change.ts';
import { comparisonInTurns } from '../core/changeComparison.ts';
import type { Turns } from '../core/turns.ts';

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
    await new Promise<void>((resolve) => pause(resolve));
  }
}

/** Compares the two sides of changes, so that every summary of them, however large they are, is at hand afterwards. */
export async function compareSides(changes: readonly Change[]): Promise<void> {
  await inTurns(compareEach(changes));
}

function* compareEach(changes: readonly Change[]): Turns<void> {
  for (const change of changes) {
    yield* comparisonInTurns(change);
    yield;
  }
}
