import type { Change } from '../core/change.ts';
import { comparisonInTurns } from '../core/changeComparison.ts';
import type { Turns } from '../core/turns.ts';

/** Does work that comes in turns, and lets the host do what waits after each. */
export async function inTurns<T>(turns: Turns<T>): Promise<T> {
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Compares the two sides of changes, so that every summary of them, however large they are, is at hand afterwards. */
export async function compareSides(changes: readonly Change[]): Promise<void> {
  for (const change of changes) await inTurns(comparisonInTurns(change));
}
