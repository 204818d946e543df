import { diffListsInTurns, newBudget, trivialDiff, type Block, type Lines } from './lineDiff.ts';
import { NumberList } from '../text/numberList.ts';
import { lineStarts, type TextEdit } from '../text/text.ts';
import { atOnce, shouldYield, type Yielding } from '../async/yielding.ts';

/**
 * Two texts cut into lines (`before` and `after` are their `lineStarts`), and the blocks of lines in which they differ; a
 * line's ending is part of the line.
 */
export interface Comparison {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly blocks: readonly Block[];
}

/**
 * Compares two texts line by line. Where the `edits` that made one of the other are known (sorted, offsets in `before`),
 * only the lines they touch are looked at, so that the cost is linear.
 */
export function compareLines(before: string, after: string, edits?: readonly TextEdit[]): Comparison {
  return atOnce(compareInTurns(before, after, edits));
}

/** The same in turns; `beforeStarts` are the `lineStarts` of `before`, where they are known. */
export function* compareInTurns(
  before: string,
  after: string,
  edits?: readonly TextEdit[],
  beforeStarts: Int32Array = lineStarts(before),
): Yielding<Comparison> {
  const turn = { lines: 0 };
  if (shouldYield(turn, beforeStarts.length)) yield;
  const whole = { start: 0, end: before.length, shiftBefore: 0, shiftAfter: after.length - before.length };
  const parts = edits === undefined ? [whole] : yield* touchedParts(before, after, beforeStarts, edits);
  const budget = newBudget();
  const blocks: Block[] = [];
  const afterStarts = new NumberList(beforeStarts.length);
  afterStarts.push(0);
  let line = 0;
  for (const { start, end, shiftBefore, shiftAfter } of parts) {
    const same = line;
    line = moveStarts(beforeStarts, line, start, shiftBefore, afterStarts);
    if (shouldYield(turn, line - same)) yield;
    const olds = linesOf(before.slice(start, end), edits === undefined ? beforeStarts : undefined);
    if (shouldYield(turn, olds.length)) yield;
    const news = linesOf(after.slice(start + shiftBefore, end + shiftAfter));
    if (shouldYield(turn, news.length)) yield;
    const afterLine = afterStarts.length - 1;
    for (const block of trivialDiff(olds, news) ?? (yield* diffListsInTurns(olds, news, budget))) {
      blocks.push({
        beforeStart: line + block.beforeStart,
        beforeEnd: line + block.beforeEnd,
        afterStart: afterLine + block.afterStart,
        afterEnd: afterLine + block.afterEnd,
      });
    }
    for (let at = 0; at < news.length; at++) afterStarts.push(afterStarts.last + (news.at(at)?.length ?? 0));
    line += olds.length;
  }
  moveStarts(beforeStarts, line, before.length, after.length - before.length, afterStarts);
  return { before: beforeStarts, after: afterStarts.toArray(), blocks };
}

/** The lines from `line` to the one that begins at `end` are the same on both sides, only moved; returns that one's number. */
function moveStarts(starts: Int32Array, line: number, end: number, shift: number, moved: NumberList): number {
  let at = line;
  for (; (starts[at] ?? end) < end; at++) moved.push((starts[at + 1] ?? 0) + shift);
  return at;
}

/** The lines of a text, each with its ending; many are not kept, but cut one by one. */
function linesOf(text: string, known?: Int32Array): Lines {
  // As most parts are.
  if (text.indexOf('\n') === text.length - 1 && text !== '' && !text.includes('\r')) return [text];
  const starts = known ?? lineStarts(text);
  return { length: starts.length - 1, at: (place) => text.slice(starts[place], starts[place + 1]) };
}

/** Offsets `[start, end)` of the text before, which stand at `[start + shiftBefore, end + shiftAfter)` of the text after. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly shiftBefore: number;
  readonly shiftAfter: number;
}

/** The parts that edits touch, of whole lines on both sides: each starts and ends where both texts have the start of a line. */
function* touchedParts(
  before: string,
  after: string,
  beforeStarts: Int32Array,
  edits: readonly TextEdit[],
): Yielding<readonly Part[]> {
  const turn = { lines: 0 };
  const parts: Part[] = [];
  let shift = 0;
  for (const edit of edits) {
    const shiftAfter = shift + edit.text.length - (edit.end - edit.start);
    const start = partStart(before, beforeStarts, edit.start);
    const end = partEnd(before, after, beforeStarts, edit.end, shiftAfter);
    const last = parts.at(-1);
    const isApart = before[start - 1] === '\n' && after[start + shift - 1] === '\n';
    if (last !== undefined && start <= last.end && !(start === last.end && isApart)) {
      parts[parts.length - 1] = { ...last, end: Math.max(end, last.end), shiftAfter };
    } else parts.push({ start, end, shiftBefore: shift, shiftAfter });
    shift = shiftAfter;
    if (shouldYield(turn, 1)) yield;
  }
  return parts;
}

/** An edit at the start of a line may add the LF to a CR in front of it: then the line before is touched too. */
function partStart(before: string, starts: Int32Array, start: number): number {
  if (start === 0 || before[start - 1] === '\n') return start;
  return starts[lineAt(starts, start - 1)] ?? 0;
}

/** The end of the edit's last line; or the edit's own end, where a line ends on both sides. */
function partEnd(before: string, after: string, starts: Int32Array, end: number, shiftAfter: number): number {
  const endsBefore = end === 0 || before[end - 1] === '\n';
  const endsAfter = end + shiftAfter === 0 || after[end + shiftAfter - 1] === '\n';
  return endsBefore && endsAfter ? end : (starts[lineAt(starts, end) + 1] ?? before.length);
}

/**
 * The line (0-based) that holds an offset, its ending included, or the number of lines past the last one. Looked for from
 * the line `from` on, fast where it is not far.
 */
export function lineAt(starts: Int32Array, offset: number, from = 0): number {
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
