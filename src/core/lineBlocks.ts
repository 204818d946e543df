import { diffListsInTurns, newBudget, type Block } from './lineDiff.ts';
import { splitLines, type Line, type TextEdit } from './text.ts';
import { atOnce, type Turns } from './turns.ts';

/** Two texts cut into lines, and the blocks of lines in which they differ; a line's ending is part of the line. */
export interface Comparison {
  readonly before: readonly Line[];
  readonly after: readonly Line[];
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
  const beforeLines = splitLines(before);
  if (beforeLines.length > smallFile) yield;
  const afterLines = splitLines(after);
  if (afterLines.length > smallFile) yield;
  const budget = newBudget();
  const whole = { beforeStart: 0, beforeEnd: beforeLines.length, afterStart: 0, afterEnd: afterLines.length };
  const touched = edits === undefined ? [whole] : touchedLines(before, after, beforeLines, afterLines, edits);
  const blocks: Block[] = [];
  for (const part of touched) {
    const olds = textsOf(before, beforeLines.slice(part.beforeStart, part.beforeEnd));
    if (olds.length > smallFile) yield;
    const news = textsOf(after, afterLines.slice(part.afterStart, part.afterEnd));
    if (news.length > smallFile) yield;
    for (const block of yield* diffListsInTurns(olds, news, budget)) {
      blocks.push({
        beforeStart: part.beforeStart + block.beforeStart,
        beforeEnd: part.beforeStart + block.beforeEnd,
        afterStart: part.afterStart + block.afterStart,
        afterEnd: part.afterStart + block.afterEnd,
      });
    }
  }
  return { before: beforeLines, after: afterLines, blocks };
}

/** Lines that are split in one turn with other work. */
const smallFile = 10_000;

function textsOf(text: string, lines: readonly Line[]): string[] {
  return lines.map(({ start, next }) => text.slice(start, next));
}

/** The lines that edits touch, whole on both sides: a part starts and ends where both texts have the start of a line. */
function touchedLines(
  before: string,
  after: string,
  beforeLines: readonly Line[],
  afterLines: readonly Line[],
  edits: readonly TextEdit[],
): Block[] {
  const parts: { start: number; end: number; shiftBefore: number; shiftAfter: number }[] = [];
  let shift = 0;
  for (const edit of edits) {
    const shiftAfter = shift + edit.text.length - (edit.end - edit.start);
    const start = partStart(before, beforeLines, edit);
    const end = partEnd(before, after, beforeLines, edit, shiftAfter);
    const last = parts.at(-1);
    if (last !== undefined && start <= last.end && !(start === last.end && before[start - 1] === '\n')) {
      parts[parts.length - 1] = { ...last, end: Math.max(end, last.end), shiftAfter };
    } else parts.push({ start, end, shiftBefore: shift, shiftAfter });
    shift = shiftAfter;
  }
  return parts.map(({ start, end, shiftBefore, shiftAfter }) => ({
    beforeStart: lineAt(beforeLines, start),
    beforeEnd: lineAt(beforeLines, end),
    afterStart: lineAt(afterLines, start + shiftBefore),
    afterEnd: lineAt(afterLines, end + shiftAfter),
  }));
}

/** An edit at the start of a line may add the LF to a CR in front of it: then the line before is touched too. */
function partStart(before: string, lines: readonly Line[], edit: TextEdit): number {
  const onLineStart = lines[lineAt(lines, edit.start)]?.start === edit.start;
  if (onLineStart && (edit.start === 0 || before[edit.start - 1] === '\n')) return edit.start;
  return lines[Math.max(0, lineAt(lines, Math.max(0, edit.start - 1)))]?.start ?? 0;
}

/** The end of the edit's last line; or the edit's own end, where a line ends on both sides. */
function partEnd(before: string, after: string, lines: readonly Line[], edit: TextEdit, shiftAfter: number): number {
  const { end } = edit;
  const endsBefore = end === 0 || before[end - 1] === '\n';
  const endsAfter = end + shiftAfter === 0 || after[end + shiftAfter - 1] === '\n';
  return endsBefore && endsAfter ? end : (lines[lineAt(lines, end)]?.next ?? before.length);
}

/** The index of the line that holds an offset (its ending included), or the number of lines past the last one. */
export function lineAt(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.next ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
