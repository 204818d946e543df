// Follows the moves of a file back to its earlier paths, and carries its unreviewed item over to the new path.

import type { ReviewItem, Step } from './reviewItem.ts';
import type { Write } from './writes.ts';

/** A write that moved a file. */
type Move = Write & { readonly from: string };

/**
 * The moves that led to a path, the last one first.
 * @param matches which moves to follow
 */
export function* listMovesTo(
  path: string,
  writesOf: (path: string) => readonly Write[],
  matches: (write: Write) => boolean,
): Generator<Move> {
  const isFollowed = (write: Write): write is Move => write.from !== undefined && matches(write);
  const visitedPaths = new Set([path]);
  let move = writesOf(path).findLast(isFollowed);
  while (move !== undefined && !visitedPaths.has(move.from)) {
    yield move;
    visitedPaths.add(move.from);
    move = writesOf(move.from).findLast(isFollowed);
  }
}

/**
 * The item of a moved file under its new path. Used for reviewed moves: the file's earlier changes stay unreviewed.
 * @param itemAt returns items before the move, of files that have changed since
 */
export function findMovedItem(
  path: string,
  itemAt: (path: string) => ReviewItem | undefined,
  writesOf: (path: string) => readonly Write[],
): ReviewItem | undefined {
  let isAnyMoveRecorded = false;
  for (const move of listMovesTo(path, writesOf, ({ by }) => by === 'reviewed')) {
    isAnyMoveRecorded ||= move.isRecorded === true;
    const item = itemAt(move.from);
    // The revert of a turn undoes a recorded move first, then the steps before it, which therefore keep the old path.
    const toNewPath = (step: Step): Step => (isAnyMoveRecorded ? step : { ...step, path });
    if (item !== undefined) return { ...item, path, steps: item.steps.map(toNewPath) };
  }
  return undefined;
}
