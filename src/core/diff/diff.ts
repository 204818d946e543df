import { compareLines, type Comparison } from './lineBlocks.ts';
import type { Block } from './lineDiff.ts';
import { endingBefore, type TextEdit } from '../text/text.ts';

/** Lines `start` to `end` (1-based, inclusive); `end = start - 1` is the empty place before line `start`. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * `maxChars` bounds the diff (UTF-16 units), `oldPath` is the path before where it was another, `created` and `deleted`
 * put `/dev/null` on the side where no file is.
 */
export interface DiffOptions {
  readonly context?: number;
  readonly maxChars?: number;
  readonly oldPath?: string;
  readonly created?: boolean;
  readonly deleted?: boolean;
}

/**
 * The difference of two texts as git writes it: `--- a/path`, `+++ b/path`, hunks with 3 lines of context. It is made
 * from `edits` (sorted, offsets in `before`) where they are given. LF, CRLF and lone CR all end a line; the ending is
 * not shown, except as `␍␊` and `␍` on the changed lines of a block that mixes endings. Equal texts give `''`.
 * A diff past `maxChars` ends with a line that starts with `…` and counts what is not shown.
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

/** The same, where the texts have been compared already. */
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
    before: { text: before, starts: comparison.before },
    after: { text: after, starts: comparison.after },
  };
  writeHunks(out, sides, comparison, options.context ?? 3);
  if (out.hidden.lines > 0) out.lines.push(summaryOf(out));
  return out.lines.join('\n') + '\n';
}

const cutMark = '… not shown: ';

/** Whether a diff was past its bound, so that not all of it is there. */
export function isCut(diff: string): boolean {
  return diff.startsWith(cutMark, diff.lastIndexOf('\n', diff.length - 2) + 1);
}

/** How many lines came and how many went: the `+` and `-` lines of the diff. */
export function countChanges({ blocks }: Pick<Comparison, 'blocks'>): {
  readonly added: number;
  readonly removed: number;
} {
  const known = counted.get(blocks);
  if (known !== undefined) return known;
  let [added, removed] = [0, 0];
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of blocks) {
    added += afterEnd - afterStart;
    removed += beforeEnd - beforeStart;
  }
  const counts = { added, removed };
  counted.set(blocks, counts);
  return counts;
}

/** Several surfaces ask for the counts of each comparison. */
const counted = new WeakMap<readonly Block[], ReturnType<typeof countChanges>>();

/** The lines of `after` that differ, in order; where lines only went, an empty range stands at their place. */
export function changedLineRanges({ blocks }: Comparison): LineRange[] {
  return blocks.map((block) => ({ start: block.afterStart + 1, end: block.afterEnd }));
}

/** Its blocks are those of the comparison from `from` to before `to`. */
interface Hunk extends Block {
  readonly from: number;
  readonly to: number;
}

/** Blocks with their context; two blocks whose contexts meet share a hunk. */
function* hunksOf({ before, after, blocks }: Comparison, context: number): Generator<Hunk, void, undefined> {
  for (let from = 0, to = 1; from < blocks.length; from = to, to++) {
    while (to < blocks.length && (blocks[to]?.beforeStart ?? 0) - (blocks[to - 1]?.beforeEnd ?? 0) <= 2 * context) to++;
    const [first, last] = [blocks[from], blocks[to - 1]];
    if (first === undefined || last === undefined) return;
    const ahead = Math.min(context, first.beforeStart);
    const behind = Math.min(context, before.length - 1 - last.beforeEnd, after.length - 1 - last.afterEnd);
    yield {
      beforeStart: first.beforeStart - ahead,
      beforeEnd: last.beforeEnd + behind,
      afterStart: first.afterStart - ahead,
      afterEnd: last.afterEnd + behind,
      from,
      to,
    };
  }
}

/** A text with its `lineStarts`. */
interface Side {
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

/** Writes a line if there is room, and counts it as hidden if not; after one that is hidden, all are. */
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

interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** A loop alone, like that of `startsAfter`. */
function writeHunks(out: Writer, sides: Sides, comparison: Comparison, context: number): void {
  const { before, after } = comparison;
  for (const hunk of hunksOf(comparison, context)) {
    // Only the last lines of a text may be without an ending, of which a diff says so in a line of its own.
    const isLast = hunk.beforeEnd === before.length - 1 || hunk.afterEnd === after.length - 1;
    if (out.hidden.lines > 0 && !isLast) countHunk(out, comparison, hunk);
    else writeHunk(out, sides, hunk, comparison.blocks.slice(hunk.from, hunk.to));
  }
}

/** A hunk for which there is no room. */
function countHunk({ hidden }: Writer, { blocks }: Comparison, { beforeStart, beforeEnd, from, to }: Hunk): void {
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

function writeHunk(out: Writer, { before, after }: Sides, hunk: Hunk, blocks: readonly Block[]): void {
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

function mixesEndings(before: Side, after: Side, block: Block): boolean {
  // Nearly no text has a CR, and then there is nothing to be mixed.
  if (!hasCr(before, block.beforeStart, block.beforeEnd) && !hasCr(after, block.afterStart, block.afterEnd))
    return false;
  const endings = new Set<string>();
  for (let at = block.beforeStart; at < block.beforeEnd; at++) endings.add(endingOf(before, at));
  for (let at = block.afterStart; at < block.afterEnd; at++) endings.add(endingOf(after, at));
  endings.delete('');
  return endings.size > 1;
}

function hasCr({ text, starts }: Side, from: number, to: number): boolean {
  return from < to && text.slice(starts[from], starts[to]).includes('\r');
}

/** Writes the lines `[from, to)` of a side. Behind a line that had no room they are only counted, as `write` does. */
function writeLines(out: Writer, mark: string, side: Side, from: number, to: number, showEndings: boolean): void {
  const { text, starts } = side;
  let at = from;
  for (; at < to && out.hidden.lines === 0; at++) {
    const ending = endingOf(side, at);
    const shown = showEndings ? (ending === '\r\n' ? '␍␊' : ending === '\r' ? '␍' : '') : '';
    write(out, mark + text.slice(starts[at], (starts[at + 1] ?? 0) - ending.length) + shown);
    if (ending === '') write(out, '\\ No newline at end of file');
  }
  if (at === to) return;
  out.hidden.lines += to - at + (endingOf(side, to - 1) === '' ? 1 : 0);
  if (mark === '+') out.hidden.added += to - at;
  if (mark === '-') out.hidden.removed += to - at;
}

function endingOf({ text, starts }: Side, line: number): string {
  return endingBefore(text, starts[line + 1] ?? 0);
}

/** `start,count` as git writes it: no count where it is 1, and the line before where it is 0. */
function rangeOf(start: number, end: number): string {
  const count = end - start;
  return count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`;
}

/** Quotes a path as git does (quote.c) where it holds a quote, a backslash or a control character. */
function quotePath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const escaped = path.replace(/["\\\u0000-\u001f\u007f]/g, (char) => {
    const named: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };
    return named[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return escaped === path ? path : `"${escaped}"`;
}
