/**
 * Work in short turns: the generator yields after each, so that its caller can let the event loop run in between.
 * `runYielding` decides how many turns run in a row, since only it has a clock.
 */
export type Yielding<T> = Generator<undefined, T, undefined>;

/** Lines looked at since the last yield. */
export interface SinceYield {
  lines: number;
}

/** Lines that make a turn: about one or two milliseconds of work. */
export const linesBetweenYields = 2000;

/** Counts lines that were looked at; true, and counting anew, once they make a turn. */
export function shouldYield(sinceYield: SinceYield, lines: number): boolean {
  sinceYield.lines += lines;
  if (sinceYield.lines < linesBetweenYields) return false;
  sinceYield.lines = 0;
  return true;
}

/** Runs a generator to its end without a pause. */
export function runSync<T>(turns: Yielding<T>): T {
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value;
  }
}
