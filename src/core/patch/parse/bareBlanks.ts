import { sideOf } from './sideOf.ts';
import type { Hunk, HunkLine } from './types.ts';

/**
 * The hunk with blank lines that lost their `+` as added ones, in each way it can be read; none where no blank line
 * stands bare between added lines. Those at the edge of a run are added ones too where the counts of the header or the
 * blank context lines, which kept their space, say so; else they may be either.
 */
export function withAddedBlanks({ body: { lines }, numbers }: Hunk): readonly (readonly HunkLine[])[] {
  if (!lines.some(isBare)) return [];
  const above = besideAdded(lines);
  const below = besideAdded(lines.toReversed()).toReversed();
  const fill = (isFilled: (at: number) => boolean): readonly HunkLine[] =>
    lines.map((line, at): HunkLine => (isBare(line) && isFilled(at) ? { ...line, kind: 'add' } : line));
  const between = fill((at) => above[at] === true && below[at] === true);
  const beside = fill((at) => above[at] === true || below[at] === true);
  const isCounted =
    numbers?.oldCount === sideOf(beside, 'old').length && numbers.newCount === sideOf(beside, 'new').length;
  if (isCounted) return [beside];
  if (!between.some((line, at) => line !== lines[at])) return [];
  const keepsSpace = lines.some((line) => line.kind === 'context' && !line.unmarked && line.text === '');
  const isOne = beside.every((line, at) => line.kind === between[at]?.kind);
  return keepsSpace || isOne ? [beside] : [between, beside];
}

function isBare(line: HunkLine): boolean {
  return line.unmarked && line.text === '';
}

/** For each line, whether the nearest line above it that is not bare is an added one. */
function besideAdded(lines: readonly HunkLine[]): boolean[] {
  let isAdded = false;
  return lines.map((line) => {
    const above = isAdded;
    if (!isBare(line)) isAdded = line.kind === 'add';
    return above;
  });
}
