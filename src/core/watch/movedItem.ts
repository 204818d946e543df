// Keeps what is to be reviewed of a file that was moved.

import type { ReviewItem, Step } from './reviewItem.ts';
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
  const moveTo = (name: string): Write | undefined =>
    writesOf(name).findLast(({ by, from }) => by === 'reviewed' && from !== undefined);
  const seen = new Set([path]);
  let isRecorded = false;
  for (let move = moveTo(path); move?.from !== undefined && !seen.has(move.from); move = moveTo(move.from)) {
    isRecorded ||= move.isRecorded === true;
    const item = itemAt(move.from);
    // A turn takes back a move of the history before what it did at the old path, so that these steps stay there.
    const follow = (step: Step): Step => (isRecorded ? step : { ...step, path });
    if (item !== undefined) return { ...item, path, steps: item.steps.map(follow) };
    seen.add(move.from);
  }
  return undefined;
}
