// Follows the moves of a file back to its earlier paths.

import { absentState, type Write } from './writes.ts';

/** A write that moved a file. */
export type Move = Write & { readonly from: string };

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
    move = findMoveBefore(move, writesOf, matches);
  }
}

/** The move that led a file to the path from which another move then took it. */
export function findMoveBefore(
  move: Move,
  writesOf: (path: string) => readonly Write[],
  matches: (write: Write) => boolean,
): Move | undefined {
  return findMoveOfFile(listWritesBefore(move, writesOf(move.from)), matches);
}

/** The writes at a move's old path before it took the file away. Later ones are of another file. */
function listWritesBefore({ position: movePosition = Infinity }: Move, writes: readonly Write[]): readonly Write[] {
  const earlier = writes.filter(({ position = -1 }) => position < movePosition);
  const removal = earlier.findLastIndex(({ after }) => after === absentState);
  return removal < 0 ? earlier : earlier.slice(0, removal);
}

/** The last move to a path; undefined if what it brought was deleted, or moved on: then another file is there. */
export function findMoveOfFile(writes: readonly Write[], matches: (write: Write) => boolean): Move | undefined {
  const isFollowed = (write: Write): write is Move => write.from !== undefined && matches(write);
  const move = writes.findLast(isFollowed);
  const { position: movePosition = Infinity } = move ?? {};
  const isGone = writes.some(
    ({ isDone, after, position = -1 }) => isDone && after === absentState && position > movePosition,
  );
  return isGone ? undefined : move;
}

/** Whether a write is the user's, or was approved. */
export const isReviewed = ({ by }: Write): boolean => by === 'reviewed';
