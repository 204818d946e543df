// Formats unified diffs as git does.
import { compareLines, type Comparison } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';
import { quoteGitPath } from '../text/quotedPath.ts';
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
  const oldName = options.created === true ? '/dev/null' : quoteGitPath(`a/${options.oldPath ?? path}`);
  const newName = options.deleted === true ? '/dev/null' : quoteGitPath(`b/${path}`);
  const writer = createWriter(options.maxChars ?? Infinity);
  writeLine(writer, `--- ${oldName}`);
  writeLine(writer, `+++ ${newName}`);
  const sides = {
    before: { text: before, starts: comparison.beforeStarts },
    after: { text: after, starts: comparison.afterStarts },
  };
  writeHunks(writer, sides, comparison, options.context ?? defaultContext);
  if (writer.omitted.lines > 0) writer.lines.push(omissionText(writer));
  return writer.lines.join('\n') + '\n';
}

/** Start of the last line of a truncated diff. */
const truncationMark = '… not shown: ';

/** Whether a diff was truncated at its `maxChars`. */
export function isTruncated(diff: string): boolean {
  return diff.startsWith(truncationMark, diff.lastIndexOf('\n', diff.length - 2) + 1);
}

/** The ranges of lines that differ in the text after, in order; empty ranges where lines were only removed. */
export function changedLineRanges({ blocks }: Comparison): LineRange[] {
  return blocks.map((block) => ({ start: block.afterStart + 1, end: block.afterEnd }));
}

/** A hunk with its context; it has the blocks `[from, to)` of the comparison. */
interface DiffHunk extends DiffBlock {
  readonly firstBlock: number;
  readonly endBlock: number;
}

/** Groups blocks into hunks; blocks whose contexts touch share a hunk. */
function* groupIntoHunks(
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
      firstBlock: from,
      endBlock: to,
    };
  }
}

/** A text with its `lineStarts`. */
interface DiffSide {
  readonly text: string;
  readonly starts: Int32Array;
}

/** A diff that is being written. Once `omitted.lines` is above 0, no line is written any more, only counted. */
interface Writer {
  readonly lines: string[];
  readonly maxChars: number;
  /** UTF-16 units of `lines`, with a line ending each; at most `maxChars`. */
  chars: number;
  readonly omitted: { lines: number; hunks: number; added: number; removed: number };
}

function createWriter(maxChars: number): Writer {
  return { lines: [], maxChars, chars: 0, omitted: { lines: 0, hunks: 0, added: 0, removed: 0 } };
}

/** Writes a line, or counts it as hidden if it exceeds `maxChars`. Once a line is hidden, all later ones are. */
function writeLine(writer: Writer, line: string): void {
  if (writer.omitted.lines === 0 && writer.chars + line.length + 1 <= writer.maxChars) {
    writer.lines.push(line);
    writer.chars += line.length + 1;
    return;
  }
  writer.omitted.lines++;
  if (line.startsWith('+')) writer.omitted.added++;
  if (line.startsWith('-')) writer.omitted.removed++;
  if (line.startsWith('@@')) writer.omitted.hunks++;
}

function omissionText({ omitted }: Writer): string {
  const hunks = omitted.hunks === 0 ? '' : ` and ${omitted.hunks} more hunk${omitted.hunks === 1 ? '' : 's'}`;
  return `${truncationMark}${omitted.lines} more ${omitted.lines === 1 ? 'line' : 'lines'} of this diff (+${omitted.added} -${omitted.removed})${hunks}`;
}

interface DiffSides {
  readonly before: DiffSide;
  readonly after: DiffSide;
}

/** Not inlined into its caller, so that V8 compiles its loop by on-stack replacement (see `pushStarts`). */
function writeHunks(writer: Writer, sides: DiffSides, comparison: Comparison, context: number): void {
  const { beforeStarts, afterStarts } = comparison;
  for (const hunk of groupIntoHunks(comparison, context)) {
    // Only a text's last line may have no ending, which takes a line of its own in the diff.
    const isLast = hunk.beforeEnd === beforeStarts.length - 1 || hunk.afterEnd === afterStarts.length - 1;
    if (writer.omitted.lines > 0 && !isLast) countOmittedHunk(writer, comparison, hunk);
    else writeHunk(writer, sides, hunk, comparison.blocks.slice(hunk.firstBlock, hunk.endBlock));
  }
}

/** Counts the lines of a hunk as hidden, without making them. */
function countOmittedHunk(
  { omitted }: Writer,
  { blocks }: Comparison,
  { beforeStart, beforeEnd, firstBlock: from, endBlock: to }: DiffHunk,
): void {
  omitted.hunks++;
  omitted.lines += 1 + beforeEnd - beforeStart;
  for (let at = from; at < to; at++) {
    const block = blocks[at];
    if (block === undefined) return;
    omitted.lines += block.afterEnd - block.afterStart;
    omitted.added += block.afterEnd - block.afterStart;
    omitted.removed += block.beforeEnd - block.beforeStart;
  }
}

function writeHunk(writer: Writer, { before, after }: DiffSides, hunk: DiffHunk, blocks: readonly DiffBlock[]): void {
  if (writer.omitted.lines > 0) {
    writer.omitted.lines++;
    writer.omitted.hunks++;
  } else
    writeLine(
      writer,
      `@@ -${formatRange(hunk.beforeStart, hunk.beforeEnd)} +${formatRange(hunk.afterStart, hunk.afterEnd)} @@`,
    );
  let at = hunk.beforeStart;
  for (const block of blocks) {
    writeLines(writer, ' ', before, at, block.beforeStart, false);
    const isMixed = writer.omitted.lines === 0 && mixesEndings(before, after, block);
    writeLines(writer, '-', before, block.beforeStart, block.beforeEnd, isMixed);
    writeLines(writer, '+', after, block.afterStart, block.afterEnd, isMixed);
    at = block.beforeEnd;
  }
  writeLines(writer, ' ', before, at, hunk.beforeEnd, false);
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
function writeLines(
  writer: Writer,
  mark: string,
  side: DiffSide,
  from: number,
  to: number,
  showEndings: boolean,
): void {
  const { text, starts } = side;
  let at = from;
  for (; at < to && writer.omitted.lines === 0; at++) {
    const ending = endingOf(side, at);
    const visibleEnding = showEndings ? (ending === '\r\n' ? '␍␊' : ending === '\r' ? '␍' : '') : '';
    writeLine(writer, mark + text.slice(starts[at], (starts[at + 1] ?? 0) - ending.length) + visibleEnding);
    if (ending === '') writeLine(writer, '\\ No newline at end of file');
  }
  if (at === to) return;
  writer.omitted.lines += to - at + (endingOf(side, to - 1) === '' ? 1 : 0);
  if (mark === '+') writer.omitted.added += to - at;
  if (mark === '-') writer.omitted.removed += to - at;
}

function endingOf({ text, starts }: DiffSide, line: number): string {
  return endingBefore(text, starts[line + 1] ?? 0);
}

/** Formats `start,count` like git: omits a count of 1, and for a count of 0 uses the line before. */
function formatRange(start: number, end: number): string {
  const count = end - start;
  return count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`;
}
