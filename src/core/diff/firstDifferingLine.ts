import { differingRange } from './differingRange.ts';

/** The first line, 0-based, of `after` that `before` does not have there; the first of all for equal texts. */
export function firstDifferingLine(before: string, after: string): number {
  const end = differingRange(before, after)?.start ?? 0;
  let lines = 0;
  for (let at = 0; at < end; at++) {
    const isEnd = after[at] === '\n' || (after[at] === '\r' && after[at + 1] !== '\n');
    if (isEnd) lines++;
  }
  return lines;
}
