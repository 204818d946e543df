/**
 * Work that is done in turns, so that whoever has it done may let others have theirs in between. A turn is short; how many
 * of them are done in a row is decided there, where there is a clock.
 */
export type Yielding<T> = Generator<undefined, T, undefined>;

/** How many lines were looked at in the turn that runs. */
export interface Turn {
  lines: number;
}

/** Lines looked at before a turn ends: a millisecond of work or two. */
export const linesInTurn = 2000;

/** True where enough was done in the turn; another begins then. */
export function shouldYield(turn: Turn, lines: number): boolean {
  turn.lines += lines;
  if (turn.lines < linesInTurn) return false;
  turn.lines = 0;
  return true;
}

/** Does all turns without a pause. */
export function atOnce<T>(turns: Yielding<T>): T {
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value;
  }
}
