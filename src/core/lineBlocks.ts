import { diffListsInTurns, newBudget, trivialDiff, type Block } from './lineDiff.ts';
import { lineStarts, type TextEdit } from './text.ts';
import { atOnce, endsTurn, type Turns } from './turns.ts';

/**
 * Two texts cut into lines (`before` and `after` are their `lineStarts`), and the blocks of lines in which they differ; a
 * line's ending is part of the line.
 */
export interface Comparison {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly blocks: readonly Block[];
}

/**
 * Compares two texts line by line. Where the `edits` that made one of the other are known (sorted, offsets in `before`),
 * only the lines they touch are looked at, so that the cost is linear.
 */
export function compareLines(before: string, after: string, edits?: readonly TextEdit[]): Comparison {
  return atOnce(compareInTurns(before, after, edits));
}

/** The same in turns. */
export function* compareInTurns(before: string, after: string, edits?: readonly TextEdit[]): Turns<Comparison> {
  const turn = { lines: 0 };
  const beforeStarts = lineStarts(before);
  if (endsTurn(turn, beforeStarts.length)) yield;
  const afterStarts = lineStarts(after);
  if (endsTurn(turn, afterStarts.length)) yield;
  const budget = newBudget();
  const whole = { beforeStart: 0, beforeEnd: beforeStarts.length - 1, afterStart: 0, afterEnd: afterStarts.length - 1 };
  const touched = edits === undefined ? [whole] : touchedLines(before, after, beforeStarts, afterStarts, edits);
  if (endsTurn(turn, touched.length)) yield;
  const blocks: Block[] = [];
  for (const part of touched) {
    const olds = textsOf(before, beforeStarts, part.beforeStart, part.beforeEnd);
    if (endsTurn(turn, olds.length)) yield;
    const news = textsOf(after, afterStarts, part.afterStart, part.afterEnd);
    if (endsTurn(turn, news.length)) yield;
    for (const block of trivialDiff(olds, news) ?? (yield* diffListsInTurns(olds, news, budget))) {
      blocks.push({
        beforeStart: part.beforeStart + block.beforeStart,
        beforeEnd: part.beforeStart + block.beforeEnd,
        afterStart: part.afterStart + block.afterStart,
        afterEnd: part.afterStart + block.afterEnd,
      });
    }
  }
  return { before: beforeStarts, after: afterStarts, blocks };
}

function textsOf(text: string, starts: readonly number[], from: number, to: number): string[] {
  return starts.slice(from, to).map((start, at) => text.slice(start, starts[from + at + 1]));
}

/** The lines that edits touch, whole on both sides: a part starts and ends where both texts have the start of a line. */
function touchedLines(
  before: string,
  after: string,
  beforeStarts: readonly number[],
  afterStarts: readonly number[],
  edits: readonly TextEdit[],
): Block[] {
  const parts: { start: number; end: number; shiftBefore: number; shiftAfter: number }[] = [];
  let shift = 0;
  for (const edit of edits) {
    const shiftAfter = shift + edit.text.length - (edit.end - edit.start);
    const start = partStart(before, beforeStarts, edit.start);
    const end = partEnd(before, after, beforeStarts, edit.end, shiftAfter);
    const last = parts.at(-1);
    if (last !== undefined && start <= last.end && !(start === last.end && before[start - 1] === '\n')) {
      parts[parts.length - 1] = { ...last, end: Math.max(end, last.end), shiftAfter };
    } else parts.push({ start, end, shiftBefore: shift, shiftAfter });
    shift = shiftAfter;
  }
  let [inBefore, inAfter] = [0, 0];
  return parts.map(({ start, end, shiftBefore, shiftAfter }) => {
    const beforeStart = lineAt(beforeStarts, start, inBefore);
    const afterStart = lineAt(afterStarts, start + shiftBefore, inAfter);
    inBefore = lineAt(beforeStarts, end, beforeStart);
    inAfter = lineAt(afterStarts, end + shiftAfter, afterStart);
    return { beforeStart, beforeEnd: inBefore, afterStart, afterEnd: inAfter };
  });
}

/** An edit at the start of a line may add the LF to a CR in front of it: then the line before is touched too. */
function partStart(before: string, starts: readonly number[], start: number): number {
  if (start === 0 || before[start - 1] === '\n') return start;
  return starts[lineAt(starts, start - 1)] ?? 0;
}

/** The end of the edit's last line; or the edit's own end, where a line ends on both sides. */
function partEnd(before: string, after: string, starts: readonly number[], end: number, shiftAfter: number): number {
  const endsBefore = end === 0 || before[end - 1] === '\n';
  const endsAfter = end + shiftAfter === 0 || after[end + shiftAfter - 1] === '\n';
  return endsBefore && endsAfter ? end : (starts[lineAt(starts, end) + 1] ?? before.length);
}

/**
 * The line (0-based) that holds an offset, its ending included, or the number of lines past the last one. Looked for from
 * the line `from` on, fast where it is not far.
 */
export function lineAt(starts: readonly number[], offset: number, from = 0): number {
  const last = starts.length - 1;
  let low = from;
  let high = from;
  for (let step = 1; high < last && (starts[high + 1] ?? 0) <= offset; step *= 2) {
    low = high + 1;
    high = Math.min(last, high + step);
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle + 1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
