// Formats unified diffs as git does.
import { compareLines, countChanges, type Comparison } from './lineBlocks.ts';
import type { DiffBlock } from './lineDiff.ts';
import { quoteGitPath } from '../text/quotedPath.ts';
import { endingBefore } from '../text/text.ts';

/** Number of lines of context around a change, as in git. */
export const defaultContext = 3;

export interface DiffOptions {
  /** Lines of context around a change; `defaultContext` if undefined. */
  readonly context?: number;
  /** Maximum length in UTF-16 units, without the line that counts what is omitted; no limit if undefined. */
  readonly maxChars?: number;
  /** The path before a move or copy; the same path if undefined. */
  readonly oldPath?: string;
  /** Whether the side before is `/dev/null`. */
  readonly isCreated?: boolean;
  /** Whether the side after is `/dev/null`. */
  readonly isDeleted?: boolean;
}

/**
 * Formats the unified diff of two texts as git does; `''` for equal texts. Line endings appear, as `␍␊` and `␍`, only
 * on changed lines of a block that mixes them. A diff longer than `maxChars` ends with a line that starts with `…` and
 * counts the omitted lines.
 */
export function unifiedDiff(path: string, before: string, after: string, options: DiffOptions = {}): string {
  return diffOfComparison(path, before, after, compareLines(before, after), options);
}

/** `unifiedDiff` of texts that were already compared. */
export function diffOfComparison(
  path: string,
  before: string,
  after: string,
  comparison: Comparison,
  {
    context = defaultContext,
    maxChars = Infinity,
    oldPath = path,
    isCreated = false,
    isDeleted = false,
  }: DiffOptions = {},
): string {
  if (comparison.blocks.length === 0 && !isCreated && !isDeleted) return '';
  const diff: Diff = {
    oldName: isCreated ? '/dev/null' : quoteGitPath(`a/${oldPath}`),
    newName: isDeleted ? '/dev/null' : quoteGitPath(`b/${path}`),
    before: { text: before, starts: comparison.beforeStarts },
    after: { text: after, starts: comparison.afterStarts },
    hunks: groupIntoHunks(comparison, context),
  };
  const lines: string[] = [];
  let chars = 0;
  for (const line of formatLines(diff)) {
    chars += line.length + 1;
    if (chars > maxChars) {
      lines.push(omissionText(diff, comparison, lines));
      break;
    }
    lines.push(line);
  }
  return lines.join('\n') + '\n';
}

/** Start of the last line of a truncated diff. */
const truncationMark = '… not shown: ';

/** Whether a diff was truncated at its `maxChars`. */
export function isTruncated(diff: string): boolean {
  return diff.startsWith(truncationMark, diff.lastIndexOf('\n', diff.length - 2) + 1);
}

/** A hunk with its context. */
interface DiffHunk extends DiffBlock {
  readonly blocks: readonly DiffBlock[];
}

/** Groups blocks into hunks; blocks whose contexts touch share a hunk. */
function groupIntoHunks(comparison: Comparison, context: number): DiffHunk[] {
  const groups: DiffBlock[][] = [];
  for (const block of comparison.blocks) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (previous !== undefined && block.beforeStart - previous.beforeEnd <= 2 * context) group?.push(block);
    else groups.push([block]);
  }
  return groups.flatMap((blocks) => createHunk(comparison, blocks, context) ?? []);
}

/** A hunk of blocks and the context around them; undefined without blocks. */
function createHunk(
  { beforeStarts, afterStarts }: Comparison,
  blocks: readonly DiffBlock[],
  context: number,
): DiffHunk | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const contextAbove = Math.min(context, first.beforeStart);
  const linesBelow = Math.min(beforeStarts.length - 1 - last.beforeEnd, afterStarts.length - 1 - last.afterEnd);
  const contextBelow = Math.min(context, linesBelow);
  return {
    beforeStart: first.beforeStart - contextAbove,
    beforeEnd: last.beforeEnd + contextBelow,
    afterStart: first.afterStart - contextAbove,
    afterEnd: last.afterEnd + contextBelow,
    blocks,
  };
}

/** A text with its `lineStarts`. */
interface DiffSide {
  readonly text: string;
  readonly starts: Int32Array;
}

interface Diff {
  readonly oldName: string;
  readonly newName: string;
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly hunks: readonly DiffHunk[];
}

/** Formats the lines of a diff one by one, since a large one is truncated after few of them. */
function* formatLines({ oldName, newName, before, after, hunks }: Diff): Generator<string, void, void> {
  yield `--- ${oldName}`;
  yield `+++ ${newName}`;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd, blocks } of hunks) {
    yield `@@ -${formatRange(beforeStart, beforeEnd)} +${formatRange(afterStart, afterEnd)} @@`;
    let at = beforeStart;
    for (const block of blocks) {
      yield* formatRun(' ', before, [at, block.beforeStart]);
      const isMixed = mixesEndings(before, after, block);
      yield* formatRun('-', before, [block.beforeStart, block.beforeEnd], isMixed);
      yield* formatRun('+', after, [block.afterStart, block.afterEnd], isMixed);
      at = block.beforeEnd;
    }
    yield* formatRun(' ', before, [at, beforeEnd]);
  }
}

/** Formats the lines `[from, to)` of a side with a marker. `showsEndings`: as visible characters. */
function* formatRun(
  marker: string,
  side: DiffSide,
  [from, to]: readonly [number, number],
  showsEndings = false,
): Generator<string, void, void> {
  const { text, starts } = side;
  for (let at = from; at < to; at++) {
    const ending = endingOf(side, at);
    const visibleEnding = showsEndings ? (visibleEndings[ending] ?? '') : '';
    yield marker + text.slice(starts[at], (starts[at + 1] ?? 0) - ending.length) + visibleEnding;
    if (ending === '') yield '\\ No newline at end of file';
  }
}

const visibleEndings: Readonly<Record<string, string>> = { '\r\n': '␍␊', '\r': '␍' };

/** The last line of a truncated diff: counts the lines that are not among the shown ones, without formatting them. */
function omissionText({ before, after, hunks }: Diff, comparison: Comparison, shownLines: readonly string[]): string {
  const countOmitted = (total: number, prefix: string): number =>
    total - shownLines.filter((line) => line.startsWith(prefix)).length;
  const { added, removed } = countChanges(comparison);
  // The header, context and removed lines of each hunk, and the added lines of all.
  const hunkLines = hunks.reduce((sum, { beforeStart, beforeEnd }) => sum + 1 + beforeEnd - beforeStart, added);
  const [lastHunk, lastBlock] = [hunks.at(-1), comparison.blocks.at(-1)];
  const lacksOldEnding = lastHunk !== undefined && lacksEnding(before, lastHunk.beforeStart, lastHunk.beforeEnd);
  const lacksNewEnding = lastBlock !== undefined && lacksEnding(after, lastBlock.afterStart, lastBlock.afterEnd);
  const unendedLines = Number(lacksOldEnding) + Number(lacksNewEnding);
  // The lines `---` and `+++` with the file names count as one removed and one added line.
  const lines = countOmitted(2 + hunkLines + unendedLines, '');
  const omittedHunks = countOmitted(hunks.length, '@@');
  const hunkText = omittedHunks === 0 ? '' : ` and ${omittedHunks} more hunk${omittedHunks === 1 ? '' : 's'}`;
  return `${truncationMark}${lines} more ${lines === 1 ? 'line' : 'lines'} of this diff (+${countOmitted(1 + added, '+')} -${countOmitted(1 + removed, '-')})${hunkText}`;
}

/** Whether the last of the lines `[from, to)` has no ending, which takes a line of its own in the diff. */
function lacksEnding(side: DiffSide, from: number, to: number): boolean {
  return from < to && endingOf(side, to - 1) === '';
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

function endingOf({ text, starts }: DiffSide, line: number): string {
  return endingBefore(text, starts[line + 1] ?? 0);
}

/** Formats `start,count` like git: omits a count of 1, and for a count of 0 uses the line before. */
function formatRange(start: number, end: number): string {
  const count = end - start;
  return count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`;
}
