// Computes the unreviewed item of a file after its move.

import type { ReviewItem, Step } from './reviewItem.ts';
import type { Write } from './writes.ts';

/**
 * The item of a moved file under its new path. Used for reviewed moves: the file's earlier changes stay unreviewed.
 * @param itemAt returns items before the move, of files that have changed since
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
    // A turn's revert takes back a recorded move first, then its steps at the old path, so these steps keep that path.
    const follow = (step: Step): Step => (isRecorded ? step : { ...step, path });
    if (item !== undefined) return { ...item, path, steps: item.steps.map(follow) };
    seen.add(move.from);
  }
  return undefined;
}
