// Formats unified diffs as git does.
import { compareLines, type Comparison } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';
import { endingBefore, type TextEdit } from '../text/text.ts';

/** Lines `start` to `end` (1-based, inclusive); `end = start - 1` for an empty range before line `start`. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

const defaultContext = 3;

export interface DiffOptions {
  /** Lines of context around a change; `defaultContext` if undefined. */
  readonly context?: number;
  /** Maximum length of the diff in UTF-16 units. */
  readonly maxChars?: number;
  /** The path before a move. */
  readonly oldPath?: string;
  /** Whether the side before is `/dev/null`. */
  readonly created?: boolean;
  /** Whether the side after is `/dev/null`. */
  readonly deleted?: boolean;
}

/**
 * Formats the unified diff of two texts as git does; `''` for equal texts. `edits` (sorted offsets in `before`) save
 * time. Line endings appear, as `␍␊` and `␍`, only on changed lines of a block that mixes them. A diff longer than
 * `maxChars` ends with a line that starts with `…` and counts the omitted lines.
 */
export function unifiedDiff(
  path: string,
  before: string,
  after: string,
  edits?: readonly TextEdit[],
  options: DiffOptions = {},
): string {
  return diffOfComparison(path, before, after, compareLines(before, after, edits), options);
}

/** `unifiedDiff` of texts that were already compared. */
export function diffOfComparison(
  path: string,
  before: string,
  after: string,
  comparison: Comparison,
  options: DiffOptions = {},
): string {
  if (comparison.blocks.length === 0 && options.created !== true && options.deleted !== true) return '';
  const oldName = options.created === true ? '/dev/null' : quotePath(`a/${options.oldPath ?? path}`);
  const newName = options.deleted === true ? '/dev/null' : quotePath(`b/${path}`);
  const out = newWriter(options.maxChars ?? Infinity);
  write(out, `--- ${oldName}`);
  write(out, `+++ ${newName}`);
  const sides = {
    before: { text: before, starts: comparison.beforeStarts },
    after: { text: after, starts: comparison.afterStarts },
  };
  writeHunks(out, sides, comparison, options.context ?? defaultContext);
  if (out.hidden.lines > 0) out.lines.push(summaryOf(out));
  return out.lines.join('\n') + '\n';
}

/** Start of the last line of a truncated diff. */
const cutMark = '… not shown: ';

/** Whether a diff was truncated at its `maxChars`. */
export function isCut(diff: string): boolean {
  return diff.startsWith(cutMark, diff.lastIndexOf('\n', diff.length - 2) + 1);
}

/** The ranges of lines that differ in the text after, in order; empty ranges where lines were only removed. */
export function changedLineRanges({ blocks }: Comparison): LineRange[] {
  return blocks.map((block) => ({ start: block.afterStart + 1, end: block.afterEnd }));
}

/** A hunk with its context; it has the blocks `[from, to)` of the comparison. */
interface DiffHunk extends DiffBlock {
  readonly from: number;
  readonly to: number;
}

/** Groups blocks into hunks; blocks whose contexts touch share a hunk. */
function* hunksOf(
  { beforeStarts, afterStarts, blocks }: Comparison,
  context: number,
): Generator<DiffHunk, void, undefined> {
  for (let from = 0, to = 1; from < blocks.length; from = to, to++) {
    while (to < blocks.length && (blocks[to]?.beforeStart ?? 0) - (blocks[to - 1]?.beforeEnd ?? 0) <= 2 * context) to++;
    const [first, last] = [blocks[from], blocks[to - 1]];
    if (first === undefined || last === undefined) return;
    const contextAbove = Math.min(context, first.beforeStart);
    const contextBelow = Math.min(
      context,
      beforeStarts.length - 1 - last.beforeEnd,
      afterStarts.length - 1 - last.afterEnd,
    );
    yield {
      beforeStart: first.beforeStart - contextAbove,
      beforeEnd: last.beforeEnd + contextBelow,
      afterStart: first.afterStart - contextAbove,
      afterEnd: last.afterEnd + contextBelow,
      from,
      to,
    };
  }
}

/** A text with its `lineStarts`. */
interface DiffSide {
  readonly text: string;
  readonly starts: Int32Array;
}

interface Writer {
  readonly lines: string[];
  readonly maxChars: number;
  chars: number;
  readonly hidden: { lines: number; hunks: number; added: number; removed: number };
}

function newWriter(maxChars: number): Writer {
  return { lines: [], maxChars, chars: 0, hidden: { lines: 0, hunks: 0, added: 0, removed: 0 } };
}

/** Writes a line, or counts it as hidden if it exceeds `maxChars`. Once a line is hidden, all later ones are. */
function write(out: Writer, line: string): void {
  if (out.hidden.lines === 0 && out.chars + line.length + 1 <= out.maxChars) {
    out.lines.push(line);
    out.chars += line.length + 1;
    return;
  }
  out.hidden.lines++;
  if (line.startsWith('+')) out.hidden.added++;
  if (line.startsWith('-')) out.hidden.removed++;
  if (line.startsWith('@@')) out.hidden.hunks++;
}

function summaryOf({ hidden }: Writer): string {
  const hunks = hidden.hunks === 0 ? '' : ` and ${hidden.hunks} more hunk${hidden.hunks === 1 ? '' : 's'}`;
  return `${cutMark}${hidden.lines} more ${hidden.lines === 1 ? 'line' : 'lines'} of this diff (+${hidden.added} -${hidden.removed})${hunks}`;
}

interface DiffSides {
  readonly before: DiffSide;
  readonly after: DiffSide;
}

/** Not inlined into its caller, so that V8 compiles its loop by on-stack replacement (see `pushStarts`). */
function writeHunks(out: Writer, sides: DiffSides, comparison: Comparison, context: number): void {
  const { beforeStarts, afterStarts } = comparison;
  for (const hunk of hunksOf(comparison, context)) {
    // Only a text's last line may have no ending, which takes a line of its own in the diff.
    const isLast = hunk.beforeEnd === beforeStarts.length - 1 || hunk.afterEnd === afterStarts.length - 1;
    if (out.hidden.lines > 0 && !isLast) countHunk(out, comparison, hunk);
    else writeHunk(out, sides, hunk, comparison.blocks.slice(hunk.from, hunk.to));
  }
}

/** Counts the lines of a hunk as hidden, without making them. */
function countHunk({ hidden }: Writer, { blocks }: Comparison, { beforeStart, beforeEnd, from, to }: DiffHunk): void {
  hidden.hunks++;
  hidden.lines += 1 + beforeEnd - beforeStart;
  for (let at = from; at < to; at++) {
    const block = blocks[at];
    if (block === undefined) return;
    hidden.lines += block.afterEnd - block.afterStart;
    hidden.added += block.afterEnd - block.afterStart;
    hidden.removed += block.beforeEnd - block.beforeStart;
  }
}

function writeHunk(out: Writer, { before, after }: DiffSides, hunk: DiffHunk, blocks: readonly DiffBlock[]): void {
  if (out.hidden.lines > 0) {
    out.hidden.lines++;
    out.hidden.hunks++;
  } else write(out, `@@ -${rangeOf(hunk.beforeStart, hunk.beforeEnd)} +${rangeOf(hunk.afterStart, hunk.afterEnd)} @@`);
  let at = hunk.beforeStart;
  for (const block of blocks) {
    writeLines(out, ' ', before, at, block.beforeStart, false);
    const isMixed = out.hidden.lines === 0 && mixesEndings(before, after, block);
    writeLines(out, '-', before, block.beforeStart, block.beforeEnd, isMixed);
    writeLines(out, '+', after, block.afterStart, block.afterEnd, isMixed);
    at = block.beforeEnd;
  }
  writeLines(out, ' ', before, at, hunk.beforeEnd, false);
}

function mixesEndings(before: DiffSide, after: DiffSide, block: DiffBlock): boolean {
  // Fast path: most texts have no CR.
  if (!hasCr(before, block.beforeStart, block.beforeEnd) && !hasCr(after, block.afterStart, block.afterEnd))
    return false;
  const endings = new Set<string>();
  for (let at = block.beforeStart; at < block.beforeEnd; at++) endings.add(endingOf(before, at));
  for (let at = block.afterStart; at < block.afterEnd; at++) endings.add(endingOf(after, at));
  endings.delete('');
  return endings.size > 1;
}

function hasCr({ text, starts }: DiffSide, from: number, to: number): boolean {
  return from < to && text.slice(starts[from], starts[to]).includes('\r');
}

/** Writes the lines `[from, to)` of a side, or counts them once a line is hidden. */
function writeLines(out: Writer, mark: string, side: DiffSide, from: number, to: number, showEndings: boolean): void {
  const { text, starts } = side;
  let at = from;
  for (; at < to && out.hidden.lines === 0; at++) {
    const ending = endingOf(side, at);
    const visibleEnding = showEndings ? (ending === '\r\n' ? '␍␊' : ending === '\r' ? '␍' : '') : '';
    write(out, mark + text.slice(starts[at], (starts[at + 1] ?? 0) - ending.length) + visibleEnding);
    if (ending === '') write(out, '\\ No newline at end of file');
  }
  if (at === to) return;
  out.hidden.lines += to - at + (endingOf(side, to - 1) === '' ? 1 : 0);
  if (mark === '+') out.hidden.added += to - at;
  if (mark === '-') out.hidden.removed += to - at;
}

function endingOf({ text, starts }: DiffSide, line: number): string {
  return endingBefore(text, starts[line + 1] ?? 0);
}

/** Formats `start,count` like git: omits a count of 1, and for a count of 0 uses the line before. */
function rangeOf(start: number, end: number): string {
  const count = end - start;
  return count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`;
}

/** Quotes a path with a quote, a backslash or a control character, like git (quote.c). */
function quotePath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- finds control characters
  const escaped = path.replace(/["\\\u0000-\u001f\u007f]/g, (char) => {
    const short: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };
    return short[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return escaped === path ? path : `"${escaped}"`;
}
