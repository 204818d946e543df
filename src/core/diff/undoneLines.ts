// Compares two changes of a text that are made one after the other.
import { compareLines, countChanges } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';

/**
 * Whether the second of two changes undoes a part of the first: it removes a line that the first adds, or adds one again
 * that it removes. The diff of both together does not show such a line.
 */
export function undoesLines(before: string, between: string, after: string): boolean {
  // So that completing the last line by an ending is no change of it.
  const [start, middle, end] = [`${before}\n`, `${between}\n`, `${after}\n`];
  const [first, second] = [compareLines(start, middle), compareLines(middle, end)];
  if (countLines(compareLines(start, end)) < countLines(first) + countLines(second)) return true;
  const adding = first.blocks.filter((block) => block.afterStart < block.afterEnd);
  let at = 0;
  return second.blocks.some(({ beforeStart, beforeEnd }) => {
    while ((adding[at]?.afterEnd ?? Infinity) <= beforeStart) at++;
    return (adding[at]?.afterStart ?? Infinity) < beforeEnd;
  });
}

function countLines(comparison: { readonly blocks: readonly DiffBlock[] }): number {
  const { added, removed } = countChanges(comparison);
  return added + removed;
}
