// Finds the first line in which two texts differ.
import { differingRange } from './differingRange.ts';

/** The first line (0-based) of `after` that differs from `before`; 0 for equal texts. */
export function firstDifferingLine(before: string, after: string): number {
  const start = differingRange(before, after)?.start ?? 0;
  return after.slice(0, start).match(/\r\n|\r|\n/g)?.length ?? 0;
}
