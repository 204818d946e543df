// Detects whether the second of two successive changes undoes lines of the first, which a combined diff would hide.
import { diffArrays } from 'diff';
import { linesWithEndings } from '../text/text.ts';
import { differingRange } from './differingRange.ts';
import { compareLines, countChanges } from './lineBlocks.ts';

/** Maximum edit distance of an exact Myers diff; above it, a patience diff counts, which may be longer. */
const maxEditLength = 1000;

/**
 * Whether the second of two changes removes lines that the first adds, or adds lines again that the first removes. If
 * so, the shortest edit scripts (Myers diff) of both are longer than the edit script of the whole, which does not show
 * these lines.
 */
export function undoesLines(before: string, between: string, after: string): boolean {
  // With an added ending, so that a missing final newline makes no difference to the last line.
  const [first, second, third] = [`${before}\n`, `${between}\n`, `${after}\n`];
  return editDistance(first, third) < editDistance(first, second) + editDistance(second, third);
}

/** Number of lines that a diff adds and removes. Compares only those between the common start and end. */
function editDistance(before: string, after: string): number {
  const edit = differingRange(before, after);
  if (edit === undefined) return 0;
  const start = edit.start === 0 ? 0 : before.lastIndexOf('\n', edit.start - 1) + 1;
  const lastLineEnd = before.indexOf('\n', edit.end);
  const restLength = lastLineEnd < 0 ? 0 : before.length - lastLineEnd - 1;
  const [oldPart, newPart] = [
    before.slice(start, before.length - restLength),
    after.slice(start, after.length - restLength),
  ];
  const changes = diffArrays(linesWithEndings(oldPart), linesWithEndings(newPart), { maxEditLength });
  if (changes !== undefined)
    return changes.reduce((sum, { added, removed, count }) => (added || removed ? sum + count : sum), 0);
  const { added, removed } = countChanges(compareLines(oldPart, newPart));
  return added + removed;
}
