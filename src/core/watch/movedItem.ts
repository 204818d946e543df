// Follows the moves of a file back to its earlier paths, and finds the unreviewed item that it had there.

import type { ReviewItem, Step } from './reviewItem.ts';
import { absentState, type Write } from './writes.ts';

/** A write that moved a file. */
type Move = Write & { readonly from: string };

/**
 * Lists the moves that led a file to its path, the last one first. Ends at a path that it has visited: a file may be moved
 * back.
 * @param matches whether to follow a move
 */
export function* listMovesTo(
  path: string,
  writesOf: (path: string) => readonly Write[],
  matches: (write: Write) => boolean,
): Generator<Move> {
  const visitedPaths = new Set([path]);
  let move = findMoveOfFile(writesOf(path), matches);
  while (move !== undefined && !visitedPaths.has(move.from)) {
    yield move;
    visitedPaths.add(move.from);
    move = findMoveOfFile(listWritesBefore(move, writesOf(move.from)), matches);
  }
}

/** The writes at a move's old path before it took the file away. Later ones are of another file. */
function listWritesBefore({ position: movePosition = Infinity }: Move, writes: readonly Write[]): readonly Write[] {
  const earlier = writes.filter(({ position = -1 }) => position < movePosition);
  const removal = earlier.findLastIndex(({ after }) => after === absentState);
  return removal < 0 ? earlier : earlier.slice(0, removal);
}

/** The last move to a path; undefined if what it brought was deleted, or moved on: then another file is there. */
function findMoveOfFile(writes: readonly Write[], matches: (write: Write) => boolean): Move | undefined {
  const isFollowed = (write: Write): write is Move => write.from !== undefined && matches(write);
  const move = writes.findLast(isFollowed);
  const { position: movePosition = Infinity } = move ?? {};
  const isGone = writes.some(
    ({ isDone, after, position = -1 }) => isDone && after === absentState && position > movePosition,
  );
  return isGone ? undefined : move;
}

/** The reviewed move that brought a file to a path from which known writes had removed another one. */
export function findReplacingMove(writes: readonly Write[]): Move | undefined {
  const move = findMoveOfFile(writes, isReviewed);
  const { position: movePosition = -1 } = move ?? {};
  const isReplaced = writes.some(({ after, position = Infinity }) => after === absentState && position < movePosition);
  return isReplaced ? move : undefined;
}

const isReviewed = ({ by }: Write): boolean => by === 'reviewed';

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
  for (const move of listMovesTo(path, writesOf, isReviewed)) {
    isAnyMoveRecorded ||= move.isRecorded === true;
    const item = itemAt(move.from);
    if (item === undefined) continue;
    // The revert of a turn undoes a recorded move first, then the steps before it, which therefore keep the old path.
    const steps = isAnyMoveRecorded ? item.steps : item.steps.map((step): Step => ({ ...step, path }));
    return { ...item, path, steps };
  }
  return undefined;
}
