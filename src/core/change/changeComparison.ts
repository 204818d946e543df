// Compares the two sides of a change, once for each change: their lines, and what the editor's diff does not show of
// their differences.
import type { Change, Content, TextContent } from './change.ts';
import { compareLinesYielding, type Comparison } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { cachedLineStarts, lineOf } from '../text/text.ts';
import { runSync, countTowardsYield, type Yielding } from '../async/yielding.ts';

/** Cached comparisons by change. Changes are immutable, so each is compared once. */
const comparisonByChange = new WeakMap<Change, Comparison>();

/** Compares the lines of a change's two `comparableTexts`; undefined if a side has none. */
export function compareChangeSync(change: Change): Comparison | undefined {
  return runSync(compareChange(change));
}

/** `compareChangeSync` as a time-sliced generator. */
export function* compareChange(change: Change): Yielding<Comparison | undefined> {
  const cached = comparisonByChange.get(change);
  if (cached !== undefined) return cached;
  const { before, after } = comparableTexts(change);
  if (before === undefined || after === undefined) return undefined;
  const update = change.kind === 'update' ? change : undefined;
  // Tools that plan an update have often looked up lines of the same content.
  const beforeLineStarts = update?.before.kind === 'text' ? cachedLineStarts(update.before) : undefined;
  const comparison = yield* compareLinesYielding(before, after, update?.edits, beforeLineStarts);
  comparisonByChange.set(change, comparison);
  return comparison;
}

/**
 * The text of each side to compare; undefined for a content that is not text.
 * It is `''` for a missing file, for the old side of a copy, and for the old side if `hasTextOnlyAfter`.
 */
export function comparableTexts(change: Change): {
  readonly before: string | undefined;
  readonly after: string | undefined;
} {
  const after = 'after' in change ? comparableText(change.after) : '';
  if (!('before' in change) || hasTextOnlyAfter(change)) return { before: '', after };
  return { before: comparableText(change.before), after };
}

/** Whether a change writes text over binary content, or appends text to a large file whose content is not loaded. */
export function hasTextOnlyAfter(change: Change): boolean {
  if (change.kind !== 'update' && change.kind !== 'move') return false;
  const { before, after } = change;
  return (before.kind === 'binary' || before.kind === 'large') && comparableText(after) !== undefined;
}

/** Text of a content, or the appended text of a large file; undefined for other contents. */
export function comparableText(content: Content): string | undefined {
  if (content.kind === 'large') return content.tail?.kind === 'text' ? content.tail.text : undefined;
  return content.kind === 'text' ? content.text : undefined;
}

/**
 * A kind of difference that the editor's diff does not show: white space at either end of a line (hidden by default),
 * line endings, or the encoding with its byte order mark.
 */
export interface InvisibleDifference {
  readonly kind: 'blanks' | 'endings' | 'encoding';
  /** Number of lines; 1 for the encoding. */
  readonly count: number;
  /** First line (1-based) of the new text with this kind of difference; 1 for the encoding. */
  readonly line: number;
}

const noDifferences: readonly InvisibleDifference[] = [];

/** Cached results by change. Changes are immutable, so each is searched once. */
const differencesByChange = new WeakMap<Change, readonly InvisibleDifference[]>();

/** Finds the differences between a change's two sides that its diff does not show. */
export function findInvisibleSync(change: Change): readonly InvisibleDifference[] {
  return runSync(findInvisible(change));
}

/** `findInvisibleSync` as a time-sliced generator. */
export function* findInvisible(change: Change): Yielding<readonly InvisibleDifference[]> {
  if (change.kind !== 'update' && change.kind !== 'move') return noDifferences;
  const { before, after } = change;
  if (before.kind !== 'text' || after.kind !== 'text' || before.sha256 === after.sha256) return noDifferences;
  const cached = differencesByChange.get(change);
  if (cached !== undefined) return cached;
  const comparison = yield* compareChange(change);
  const lineDifferences =
    comparison === undefined ? noDifferences : yield* findInvisibleInLines(before.text, after.text, comparison);
  const differences = differInEncoding(before, after)
    ? [...lineDifferences, { kind: 'encoding', count: 1, line: 1 } as const]
    : lineDifferences;
  differencesByChange.set(change, differences);
  return differences;
}

/** Fills the caches of `compareChangeSync` and `findInvisibleSync`; without it, those would block the event loop. */
export function* precomputeComparisons(changes: readonly Change[]): Yielding<void> {
  for (const change of changes) {
    yield* compareChange(change);
    yield* findInvisible(change);
    yield;
  }
}

/** Whether contents of different bytes differ in their encoding; with equal texts, only in the byte order mark. */
function differInEncoding(before: TextContent, after: TextContent): boolean {
  return before.encoding !== after.encoding || before.text === after.text;
}

function* findInvisibleInLines(
  before: string,
  after: string,
  comparison: Comparison,
): Yielding<readonly InvisibleDifference[]> {
  const sinceYield = { units: 0 };
  const blankLines: number[] = [];
  const endingLines: number[] = [];
  for (const block of comparison.blocks) {
    const changedLines: number[] = [];
    // The diff hides a difference in white space only if all lines of its block differ in nothing else.
    let differsOnlyInBlanks = block.afterEnd - block.afterStart === block.beforeEnd - block.beforeStart;
    for (const { line, oldLine, newLine } of pairLines(before, after, comparison, block)) {
      if (oldLine.ending !== newLine.ending && oldLine.ending !== '' && newLine.ending !== '') endingLines.push(line);
      if (oldLine.text !== newLine.text) changedLines.push(line);
      differsOnlyInBlanks &&= oldLine.text.trim() === newLine.text.trim();
      if (countTowardsYield(sinceYield, 1)) yield;
    }
    if (differsOnlyInBlanks) for (const line of changedLines) blankLines.push(line);
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  return [...toDifferences('blanks', blankLines), ...toDifferences('endings', endingLines)];
}

interface LineText {
  /** The line without its ending. */
  readonly text: string;
  readonly ending: string;
}

/**
 * Pairs each new line (1-based) of a block with the old line at its position. To compare their endings, pairs surplus
 * lines with the last old line, or with the one above a block that only adds.
 */
function* pairLines(
  before: string,
  after: string,
  { beforeStarts, afterStarts }: Comparison,
  { beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock,
): Generator<{ readonly line: number; readonly oldLine: LineText; readonly newLine: LineText }, void, undefined> {
  for (let index = afterStart; index < afterEnd; index++) {
    const oldIndex = Math.max(0, Math.min(beforeStart + index - afterStart, beforeEnd - 1));
    const [oldLine, newLine] = [textOfLine(before, beforeStarts, oldIndex), textOfLine(after, afterStarts, index)];
    yield { line: index + 1, oldLine, newLine };
  }
}

function textOfLine(text: string, starts: Int32Array, index: number): LineText {
  const { start, end, next } = lineOf(text, starts, index) ?? { start: 0, end: 0, next: 0 };
  return { text: text.slice(start, end), ending: text.slice(end, next) };
}

function toDifferences(kind: InvisibleDifference['kind'], lines: readonly number[]): readonly InvisibleDifference[] {
  const [line] = lines;
  return line === undefined ? noDifferences : [{ kind, count: lines.length, line }];
}
