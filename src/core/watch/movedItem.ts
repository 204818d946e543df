// Computes the unreviewed item of a file after its move.

import type { ReviewItem, Step } from './reviewItem.ts';
import type { Write } from './writes.ts';

/**
 * The item of a moved file under its new path. Used for reviewed moves: the file's earlier changes stay unreviewed.
 * @param itemAt returns items before the move, of files that have changed since
 */
export function findMovedItem(
  path: string,
  itemAt: (path: string) => ReviewItem | undefined,
  writesOf: (path: string) => readonly Write[],
): ReviewItem | undefined {
  const findMoveTo = (name: string): Write | undefined =>
    writesOf(name).findLast(({ by, from }) => by === 'reviewed' && from !== undefined);
  const visitedPaths = new Set([path]);
  let isRecorded = false;
  for (
    let move = findMoveTo(path);
    move?.from !== undefined && !visitedPaths.has(move.from);
    move = findMoveTo(move.from)
  ) {
    isRecorded ||= move.isRecorded === true;
    const item = itemAt(move.from);
    // A turn's revert takes back a recorded move first, then its steps at the old path, so these steps keep that path.
    const toNewPath = (step: Step): Step => (isRecorded ? step : { ...step, path });
    if (item !== undefined) return { ...item, path, steps: item.steps.map(toNewPath) };
    visitedPaths.add(move.from);
  }
  return undefined;
}
