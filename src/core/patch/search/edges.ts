import type { Hunk } from '../parse/types.ts';

/**
 * The end of the file at which a numbered hunk stood, as the context shows that `diff` has cut short there: less of it
 * below than above, or less above than below in a hunk that begins with line 1. Told only where the counts of the header are those
 * of the body, so that it is what some program wrote.
 */
export function edgeOf({ numbers, body: { lines } }: Hunk, isLast: boolean): 'start' | 'end' | undefined {
  if (numbers === undefined) return undefined;
  const removed = lines.filter((line) => line.kind === 'remove').length;
  const added = lines.filter((line) => line.kind === 'add').length;
  const isCounted =
    (numbers.oldCount ?? 1) === lines.length - added && (numbers.newCount ?? 1) === lines.length - removed;
  const above = lines.findIndex((line) => line.kind !== 'context');
  const below = lines.length - 1 - lines.findLastIndex((line) => line.kind !== 'context');
  if (!isCounted || above === below) return undefined;
  if (below < above) return isLast ? 'end' : undefined;
  return numbers.oldStart <= 1 ? 'start' : undefined;
}
