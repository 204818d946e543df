// Keeps what is to be reviewed of a file that was moved.

import type { ReviewItem } from './reviewItem.ts';
import type { Write } from './writes.ts';

/**
 * The item of a file whose move was reviewed, under its new path: the move says nothing of what is still to be reviewed in it.
 * @param itemAt the items before the move, of files that have changed since
 */
export function movedItem(
  path: string,
  itemAt: (path: string) => ReviewItem | undefined,
  writesOf: (path: string) => readonly Write[],
): ReviewItem | undefined {
  const pathBefore = (name: string): string | undefined =>
    writesOf(name).findLast(({ by, from }) => by === 'reviewed' && from !== undefined)?.from;
  const seen = new Set([path]);
  for (let from = pathBefore(path); from !== undefined && !seen.has(from); from = pathBefore(from)) {
    const item = itemAt(from);
    if (item !== undefined) return { ...item, path, steps: item.steps.map((step) => ({ ...step, path })) };
    seen.add(from);
  }
  return undefined;
}
