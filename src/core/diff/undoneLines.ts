// Compares two changes of a text that are made one after the other.
import { diffArrays } from 'diff';
import { linesWithEndings } from '../text/text.ts';
import { differingRange } from './differingRange.ts';
import { compareLines, countChanges } from './lineBlocks.ts';

/** Above this number of added and removed lines, the comparison need not be the shortest. */
const maxEditLength = 1000;

/**
 * Whether the second of two changes undoes a part of the first: it removes a line that the first adds, or adds one again
 * that it removes. The diff of both together does not show such a line. It is so if, by the fewest lines added and
 * removed, the way over the text in between is longer than the direct one.
 */
export function undoesLines(before: string, between: string, after: string): boolean {
  // So that completing the last line by an ending is no change of it.
  const [start, middle, end] = [`${before}\n`, `${between}\n`, `${after}\n`];
  return countChangedLines(start, end) < countChangedLines(start, middle) + countChangedLines(middle, end);
}

/** Number of lines added and removed. Only the lines between the common start and end are compared. */
function countChangedLines(before: string, after: string): number {
  const edit = differingRange(before, after);
  if (edit === undefined) return 0;
  const start = edit.start === 0 ? 0 : before.lastIndexOf('\n', edit.start - 1) + 1;
  // Both texts end with a line ending.
  const restLength = before.length - (before.indexOf('\n', edit.end) + 1 || before.length);
  const [old, now] = [before.slice(start, before.length - restLength), after.slice(start, after.length - restLength)];
  const changes = diffArrays(linesWithEndings(old), linesWithEndings(now), { maxEditLength });
  if (changes !== undefined)
    return changes.reduce((sum, { added, removed, count }) => (added || removed ? sum + count : sum), 0);
  const { added, removed } = countChanges(compareLines(old, now));
  return added + removed;
}
