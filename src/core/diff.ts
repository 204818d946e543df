import { compareLines, type Comparison } from './lineBlocks.ts';
import type { Block } from './lineDiff.ts';
import type { Line, TextEdit } from './text.ts';

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
  for (const hunk of hunksOf(comparison, options.context ?? 3)) writeHunk(out, before, after, comparison, hunk);
  if (out.hidden.lines > 0) out.lines.push(summaryOf(out));
  return out.lines.join('\n') + '\n';
}

/** How many lines came and how many went: the `+` and `-` lines of the diff. */
export function countChanges({ blocks }: Comparison): { readonly added: number; readonly removed: number } {
  return {
    added: blocks.reduce((sum, block) => sum + block.afterEnd - block.afterStart, 0),
    removed: blocks.reduce((sum, block) => sum + block.beforeEnd - block.beforeStart, 0),
  };
}

/** The lines of `after` that differ, in order; where lines only went, an empty range stands at their place. */
export function changedLineRanges({ blocks }: Comparison): LineRange[] {
  return blocks.map((block) => ({ start: block.afterStart + 1, end: block.afterEnd }));
}

interface Hunk extends Block {
  readonly blocks: readonly Block[];
}

/** Blocks with their context; two blocks whose contexts meet share a hunk. */
function hunksOf({ before, after, blocks }: Comparison, context: number): Hunk[] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && block.beforeStart - last.beforeEnd <= 2 * context) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    const ahead = Math.min(context, first.beforeStart);
    const behind = Math.min(context, before.length - last.beforeEnd, after.length - last.afterEnd);
    return {
      beforeStart: first.beforeStart - ahead,
      beforeEnd: last.beforeEnd + behind,
      afterStart: first.afterStart - ahead,
      afterEnd: last.afterEnd + behind,
      blocks: group,
    };
  });
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
  return `… not shown: ${hidden.lines} more lines of this diff (+${hidden.added} -${hidden.removed})${hunks}`;
}

function writeHunk(out: Writer, before: string, after: string, comparison: Comparison, hunk: Hunk): void {
  write(out, `@@ -${rangeOf(hunk.beforeStart, hunk.beforeEnd)} +${rangeOf(hunk.afterStart, hunk.afterEnd)} @@`);
  let at = hunk.beforeStart;
  for (const block of hunk.blocks) {
    writeLines(out, ' ', before, comparison.before.slice(at, block.beforeStart), false);
    const olds = comparison.before.slice(block.beforeStart, block.beforeEnd);
    const news = comparison.after.slice(block.afterStart, block.afterEnd);
    const endings = new Set([
      ...olds.map((line) => endingOf(before, line)),
      ...news.map((line) => endingOf(after, line)),
    ]);
    endings.delete('');
    writeLines(out, '-', before, olds, endings.size > 1);
    writeLines(out, '+', after, news, endings.size > 1);
    at = block.beforeEnd;
  }
  writeLines(out, ' ', before, comparison.before.slice(at, hunk.beforeEnd), false);
}

function writeLines(out: Writer, mark: string, text: string, lines: readonly Line[], showEndings: boolean): void {
  if (out.hidden.lines > 0) return hideLines(out.hidden, mark, lines);
  for (const line of lines) {
    const ending = endingOf(text, line);
    const shown = showEndings ? (ending === '\r\n' ? '␍␊' : ending === '\r' ? '␍' : '') : '';
    write(out, mark + text.slice(line.start, line.end) + shown);
    if (ending === '') write(out, '\\ No newline at end of file');
  }
}

/** Counts lines behind one that had no room as `write` does, without the trouble of wording them. */
function hideLines(hidden: Writer['hidden'], mark: string, lines: readonly Line[]): void {
  hidden.lines += lines.length + lines.filter(({ end, next }) => end === next).length;
  if (mark === '+') hidden.added += lines.length;
  if (mark === '-') hidden.removed += lines.length;
}

function endingOf(text: string, line: Line): string {
  return text.slice(line.end, line.next);
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
