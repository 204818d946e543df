// Follows the moves of a file back to its earlier paths, and finds the unreviewed item that it had there.

import type { ReviewItem, Step } from './reviewItem.ts';
import type { Write } from './writes.ts';

/** A write that moved a file. */
type Move = Write & { readonly from: string };

/**
 * Lists the moves that led to a path, the last one first. Ends at a path that it has visited: a file may be moved back.
 * @param matches whether to follow a move
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
 * Finds the item of a file that reviewed moves brought to a path, and changes the item's path to it: the file's earlier
 * changes stay unreviewed.
 * @param itemAt returns the item that a path had before the move; undefined if the file is still there
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
    if (item === undefined) continue;
    // The revert of a turn undoes a recorded move first, then the steps before it, which therefore keep the old path.
    const steps = isAnyMoveRecorded ? item.steps : item.steps.map((step): Step => ({ ...step, path }));
    return { ...item, path, steps };
  }
  return undefined;
}
