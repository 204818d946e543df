// Defines work in time slices: generators that yield often, so that their caller can let the event loop run.

/**
 * Work that yields every one or two milliseconds, so that its caller can let the event loop run. The
 * generator has no clock: `runYielding` decides after how many yields to return to the event loop.
 */
export type Yielding<T> = Generator<undefined, T, undefined>;

/** A counter of the lines processed since the last yield. */
export interface YieldCounter {
  lines: number;
}

/** Lines that take about one or two milliseconds. */
export const linesBetweenYields = 2000;

/** Counts processed lines; true, and starts again at 0, once it is time to yield. */
export function shouldYield(sinceYield: YieldCounter, lines: number): boolean {
  sinceYield.lines += lines;
  if (sinceYield.lines < linesBetweenYields) return false;
  sinceYield.lines = 0;
  return true;
}

/** Runs work to its end, ignoring its yields. */
export function runSync<T>(work: Yielding<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
