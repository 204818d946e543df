// Finds differences that the editor's diff does not show.
import type { Change, TextContent } from './change.ts';
import { compareChange } from './changeComparison.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import type { Comparison } from '../diff/lineBlocks.ts';
import { lineOf } from '../text/text.ts';
import { runSync, shouldYield, type Yielding } from '../async/yielding.ts';

/**
 * A kind of difference that the editor's diff does not show: white space at either end of a line (hidden by default),
 * line endings, or the encoding with its byte order mark.
 */
export interface Unshown {
  readonly kind: 'blanks' | 'endings' | 'encoding';
  readonly count: number;
  /** First line (1-based) of the new text with this kind of difference. */
  readonly line: number;
}

const none: readonly Unshown[] = [];
/** Cached results by change. Changes are immutable, so each is searched once. */
const cache = new WeakMap<Change, readonly Unshown[]>();

/** Finds the differences between a change's two sides that its diff does not show. */
export function findUnshownSync(change: Change): readonly Unshown[] {
  return runSync(findUnshown(change));
}

/** `findUnshownSync` as a time-sliced generator. */
export function* findUnshown(change: Change): Yielding<readonly Unshown[]> {
  if (change.kind !== 'update' && change.kind !== 'move') return none;
  const { before, after } = change;
  if (before.kind !== 'text' || after.kind !== 'text' || before.sha256 === after.sha256) return none;
  const cached = cache.get(change);
  if (cached !== undefined) return cached;
  const comparison = yield* compareChange(change);
  const inLines = comparison === undefined ? none : yield* unshownLines(before.text, after.text, comparison);
  const all = changesEncoding(before, after) ? [...inLines, { kind: 'encoding', count: 1, line: 1 } as const] : inLines;
  cache.set(change, all);
  return all;
}

function changesEncoding(before: TextContent, after: TextContent): boolean {
  return before.encoding !== after.encoding || before.text === after.text;
}

function* unshownLines(before: string, after: string, comparison: Comparison): Yielding<readonly Unshown[]> {
  const sinceYield = { lines: 0 };
  const blanks: number[] = [];
  const endings: number[] = [];
  for (const block of comparison.blocks) {
    const blanksOfBlock: number[] = [];
    let onlyBlanks = block.afterEnd - block.afterStart === block.beforeEnd - block.beforeStart;
    for (const { line, old, fresh } of pairsOf(before, after, comparison, block)) {
      if (old.ending !== fresh.ending && old.ending !== '' && fresh.ending !== '') endings.push(line);
      if (onlyBlanks) {
        if (old.text !== fresh.text) blanksOfBlock.push(line);
        onlyBlanks = old.text === fresh.text || old.text.trim() === fresh.text.trim();
      }
      if (shouldYield(sinceYield, 1)) yield;
    }
    if (onlyBlanks) for (const line of blanksOfBlock) blanks.push(line);
    if (shouldYield(sinceYield, 1)) yield;
  }
  return [...toUnshown('blanks', blanks), ...toUnshown('endings', endings)];
}

interface LineText {
  /** The line without its ending. */
  readonly text: string;
  readonly ending: string;
}

/** Pairs each new line of a block with the old line at its position; surplus new lines with the last old one. */
function* pairsOf(
  before: string,
  after: string,
  starts: Comparison,
  { beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock,
): Generator<{ readonly line: number; readonly old: LineText; readonly fresh: LineText }, void, undefined> {
  for (let at = 0; at < afterEnd - afterStart; at++) {
    const old = textOfLine(before, starts.beforeStarts, Math.max(0, Math.min(beforeStart + at, beforeEnd - 1)));
    yield { line: afterStart + at + 1, old, fresh: textOfLine(after, starts.afterStarts, afterStart + at) };
  }
}

function textOfLine(text: string, starts: Int32Array, index: number): LineText {
  const { start, end, next } = lineOf(text, starts, index) ?? { start: 0, end: 0, next: 0 };
  return { text: text.slice(start, end), ending: text.slice(end, next) };
}

function toUnshown(kind: Unshown['kind'], lines: readonly number[]): readonly Unshown[] {
  const [line] = lines;
  return line === undefined ? none : [{ kind, count: lines.length, line }];
}
