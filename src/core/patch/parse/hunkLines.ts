// Answers questions about the lines of a hunk: its sides, its context, its runs of changed lines.
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
 * The line (0-based) at which these lines of a hunk begin by its header. A header without old lines states the line
 * before.
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
