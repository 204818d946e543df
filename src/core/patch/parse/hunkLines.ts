// Examines the lines of a hunk: its sides, counts, context, and runs of changed lines. Also copies a hunk with others.
import type { HunkBody, HunkLine, HunkNumbers, PatchHunk } from './types.ts';

/** The lines of one side of a hunk. */
export function sideOf(lines: readonly HunkLine[], side: 'old' | 'new'): readonly HunkLine[] {
  return lines.filter((line) => line.kind !== (side === 'old' ? 'add' : 'remove'));
}

/** Whether a hunk's lines are as many on each side as its header counts; a count that it omits is 1. */
export function hasCountedLines(numbers: HunkNumbers | undefined, lines: readonly HunkLine[]): boolean {
  if (numbers === undefined) return false;
  const { oldCount = 1, newCount = 1 } = numbers;
  return oldCount === sideOf(lines, 'old').length && newCount === sideOf(lines, 'new').length;
}

/**
 * The file line (0-based) at which the header says that the old side begins. For a hunk without old lines, the header
 * states the line above instead.
 *
 * @param lines lines of the hunk; they only show whether it has old ones
 */
export function headerLineOf({ oldStart }: HunkNumbers, lines: readonly HunkLine[]): number {
  return lines.every(({ kind }) => kind === 'add') ? oldStart : oldStart - 1;
}

/** The number of context lines above the first change; 0 if nothing changes. */
export function leadingContext(lines: readonly HunkLine[]): number {
  return Math.max(0, lines.findIndex(isChange));
}

/** The number of context lines below the last change; all of them if nothing changes. */
export function trailingContext(lines: readonly HunkLine[]): number {
  return lines.length - 1 - lines.findLastIndex(isChange);
}

/**
 * The edge of the file at which a hunk was when the patch was made, by its shorter context:
 * - `end` for the last hunk, if it has less context below than above;
 * - `start` for a hunk at line 1, if it has less context above than below.
 *
 * Undefined for others, and if the header's counts do not match the body: then no program has generated the patch, and
 * short context proves nothing.
 */
export function fileEdgeOf(
  { numbers, body: { lines } }: PatchHunk,
  { isLast }: { readonly isLast: boolean },
): 'start' | 'end' | undefined {
  if (numbers === undefined) return undefined;
  const [above, below] = [leadingContext(lines), trailingContext(lines)];
  if (!hasCountedLines(numbers, lines) || above === below) return undefined;
  if (below < above) return isLast ? 'end' : undefined;
  return numbers.oldStart <= 1 ? 'start' : undefined;
}

/** Maximum number of characters to count in a line, which bounds the time for long lines. */
const maxCountedChars = 400;

/** The number of letters, digits and `_` in lines: a measure of how unlikely a match is by chance. */
export function countLetters(lines: readonly HunkLine[]): number {
  return lines.reduce(
    (total, line) => total + (line.text.slice(0, maxCountedChars).match(/[\p{L}\p{N}_]/gu)?.length ?? 0),
    0,
  );
}

/** A run of changed lines, `[start, end)` of a hunk, between context lines. */
export interface ChangedRun {
  readonly start: number;
  readonly end: number;
  /** The number of the hunk's lines above the run, on its old and on its new side. */
  readonly oldLinesAbove: number;
  readonly newLinesAbove: number;
}

/** The runs of changed lines of a hunk, in order. */
export function changedRunsOf(lines: readonly HunkLine[]): readonly ChangedRun[] {
  const runs: (ChangedRun & { end: number })[] = [];
  let [oldLines, newLines] = [0, 0];
  for (const [at, { kind }] of lines.entries()) {
    const lastRun = runs.at(-1);
    if (kind !== 'context') {
      if (lastRun?.end === at) lastRun.end++;
      else runs.push({ start: at, end: at + 1, oldLinesAbove: oldLines, newLinesAbove: newLines });
    }
    if (kind !== 'add') oldLines++;
    if (kind !== 'remove') newLines++;
  }
  return runs;
}

/** Whether a line is blank and lacks its leading space, so that it may only separate hunks. */
export function isBlankWithoutMarker(line: HunkLine): boolean {
  return line.lacksMarker && line.text.trim() === '';
}

/** Whether a line is empty in the patch, without even the leading space of a blank context line. */
export function isEmptyWithoutMarker(line: HunkLine): boolean {
  return line.lacksMarker && line.text === '';
}

function isChange({ kind }: HunkLine): boolean {
  return kind !== 'context';
}

/** The number of lines of a body; does not parse them. */
export function countLines(body: HunkBody): number {
  return (body.rawLines ?? body.lines).length;
}

/** Copies a hunk with other lines. */
export function withLines(hunk: PatchHunk, lines: readonly HunkLine[]): PatchHunk {
  return { ...hunk, body: { lines, rawLines: undefined } };
}
