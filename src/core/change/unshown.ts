import type { Change, TextContent } from './change.ts';
import { comparisonInTurns } from './changeComparison.ts';
import type { Block } from '../diff/lineDiff.ts';
import type { Comparison } from '../diff/lineBlocks.ts';
import { endingBefore } from '../text/text.ts';
import { atOnce, shouldYield, type Yielding } from '../async/yielding.ts';

/**
 * What a diff does not show: line endings, the encoding with its byte order mark, and, as the editor has it unless told
 * otherwise, white space at the ends of lines. `line` is 1-based and of the new text, the first of `count`.
 */
export interface Unshown {
  readonly kind: 'blanks' | 'endings' | 'encoding';
  readonly count: number;
  readonly line: number;
}

const none: readonly Unshown[] = [];
/** Found before; a change is data that never becomes another. */
const found = new WeakMap<Change, readonly Unshown[]>();

/** What changes in the text of a file without being seen in its diff. */
export function unshownOf(change: Change): readonly Unshown[] {
  return atOnce(unshownInTurns(change));
}

/** The same in turns; afterwards it is answered at once. */
export function* unshownInTurns(change: Change): Yielding<readonly Unshown[]> {
  if (change.kind !== 'update' && change.kind !== 'move') return none;
  const { before, after } = change;
  if (before.kind !== 'text' || after.kind !== 'text' || before.sha256 === after.sha256) return none;
  const known = found.get(change);
  if (known !== undefined) return known;
  const comparison = yield* comparisonInTurns(change);
  const inLines = comparison === undefined ? none : yield* unshownLines(before.text, after.text, comparison);
  const all = changesEncoding(before, after) ? [...inLines, { kind: 'encoding', count: 1, line: 1 } as const] : inLines;
  found.set(change, all);
  return all;
}

function changesEncoding(before: TextContent, after: TextContent): boolean {
  return before.encoding !== after.encoding || before.text === after.text;
}

function* unshownLines(before: string, after: string, comparison: Comparison): Yielding<readonly Unshown[]> {
  const turn = { lines: 0 };
  const blanks: number[] = [];
  const endings: number[] = [];
  for (const block of comparison.blocks) {
    const blanksHere: number[] = [];
    let onlyBlanks = block.afterEnd - block.afterStart === block.beforeEnd - block.beforeStart;
    for (const { line, old, now } of pairsOf(before, after, comparison, block)) {
      if (old.ending !== now.ending && old.ending !== '' && now.ending !== '') endings.push(line);
      if (onlyBlanks) {
        const [was, is] = [before.slice(old.start, old.end), after.slice(now.start, now.end)];
        if (was !== is) blanksHere.push(line);
        onlyBlanks = was === is || was.trim() === is.trim();
      }
      if (shouldYield(turn, 1)) yield;
    }
    if (onlyBlanks) for (const line of blanksHere) blanks.push(line);
    if (shouldYield(turn, 1)) yield;
  }
  return [...toUnshown('blanks', blanks), ...toUnshown('endings', endings)];
}

interface Line {
  readonly start: number;
  /** Where its ending begins. */
  readonly end: number;
  readonly ending: string;
}

/** The new lines of a block, each with the old one at its place; past the last of these, with that. */
function* pairsOf(
  before: string,
  after: string,
  starts: Comparison,
  { beforeStart, beforeEnd, afterStart, afterEnd }: Block,
): Generator<{ readonly line: number; readonly old: Line; readonly now: Line }, void, undefined> {
  for (let at = 0; at < afterEnd - afterStart; at++) {
    const old = lineAt(before, starts.before, Math.max(0, Math.min(beforeStart + at, beforeEnd - 1)));
    yield { line: afterStart + at + 1, old, now: lineAt(after, starts.after, afterStart + at) };
  }
}

function lineAt(text: string, starts: Int32Array, index: number): Line {
  const [start = 0, next = text.length] = [starts[index], starts[index + 1]];
  const ending = endingBefore(text, next);
  return { start, end: next - ending.length, ending };
}

function toUnshown(kind: Unshown['kind'], lines: readonly number[]): readonly Unshown[] {
  const [line] = lines;
  return line === undefined ? none : [{ kind, count: lines.length, line }];
}
