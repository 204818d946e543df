// Defines work in time slices: generators that yield often, so that their caller can let the event loop run.

/**
 * Work that yields every one or two milliseconds (`unitsBetweenYields`), so that its caller can let the event loop run.
 * The work itself only counts: `runYielding` has the clock, and decides when to return to the event loop.
 */
export type Yielding<T> = Generator<undefined, T, undefined>;

/** Counts the units of work since the last yield. A unit is about the time to compare or search one short line. */
export interface YieldCounter {
  units: number;
}

/** The units of work that take about one or two milliseconds. */
export const unitsBetweenYields = 2000;

/** Adds units of work to a counter. Returns whether a yield is due; the counter then starts again at 0. */
export function countTowardsYield(counter: YieldCounter, units: number): boolean {
  counter.units += units;
  if (counter.units < unitsBetweenYields) return false;
  counter.units = 0;
  return true;
}

/** Runs work to its end in one go, which blocks the event loop. */
export function runSync<T>(work: Yielding<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
