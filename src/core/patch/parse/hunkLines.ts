// Examines the lines of a hunk: its header (`@@ -1,2 +3,4 @@`), the sides, counts, context and runs of changes below
// it, and whether some of them were lost.
import { invalidPatchError, type ToolError } from '../../wording/errors.ts';
import type { HunkBody, HunkLine, HunkNumbers, PatchHunk } from './types.ts';

/** A parsed line that begins with `@@`. */
export interface HunkHeader {
  readonly numbers: HunkNumbers | undefined;
  /** The text after the numbers: git's section heading, or the anchor of an envelope; empty if there is none. */
  readonly heading: string;
}

/**
 * Matches a hunk header, also in spellings that models use: a typographic minus, a comma between the ranges, another
 * number of `@`.
 */
const headerPattern = /^@@+ *[-\u2212\u2013](\d+)(?:,(\d+))?[ ,]+\+(\d+)(?:,(\d+))? *(?:@+ ?(.*))?$/;
/** Maximum length of a hunk header, in UTF-16 units. Git cuts section headings at 80 bytes; an anchor is a line. */
const maxHunkHeaderChars = 1000;

/** Parses a hunk header in any of its spellings; undefined for any other line. */
export function readHunkHeader(line: string): HunkHeader | undefined {
  if (!line.startsWith('@@')) return undefined;
  const plainNumbers = readPlainHeader(line);
  if (plainNumbers !== undefined) return { numbers: plainNumbers, heading: '' };
  const text = line.slice(0, maxHunkHeaderChars).trimEnd();
  const match = headerPattern.exec(text);
  if (match === null) return { numbers: undefined, heading: anchorOf(text) };
  const [, oldStart, oldCount, newStart, newCount, heading] = match;
  return {
    numbers: {
      oldStart: Number(oldStart),
      oldCount: oldCount === undefined ? undefined : Number(oldCount),
      newStart: Number(newStart),
      newCount: newCount === undefined ? undefined : Number(newCount),
    },
    heading: heading ?? '',
  };
}

/**
 * Fast path for `@@ -1,2 +3,4 @@` and nothing else: large patches have thousands of these, and a regular expression
 * takes three times as long.
 */
function readPlainHeader(line: string): HunkNumbers | undefined {
  const numbersStart = '@@ -'.length;
  // Computes where commas and ends would be in a line of this form; the separators are compared below.
  const oldComma = endOfDigits(line, numbersStart);
  const oldEnd = endOfDigits(line, oldComma + 1);
  const newComma = endOfDigits(line, oldEnd + 2);
  const newEnd = endOfDigits(line, newComma + 1);
  const isPlain =
    line.startsWith(' -', 2) &&
    line.startsWith(',', oldComma) &&
    line.startsWith(' +', oldEnd) &&
    line.startsWith(',', newComma) &&
    line.startsWith(' @@', newEnd) &&
    newEnd + 3 === line.length;
  if (!isPlain) return undefined;
  const oldStart = numberIn(line, numbersStart, oldComma);
  const oldCount = numberIn(line, oldComma + 1, oldEnd);
  const newStart = numberIn(line, oldEnd + 2, newComma);
  const newCount = numberIn(line, newComma + 1, newEnd);
  const lacksNumber = Number.isNaN(oldStart + oldCount + newStart + newCount);
  return lacksNumber ? undefined : { oldStart, oldCount, newStart, newCount };
}

const digitZero = 48;
const digitNine = 57;

function endOfDigits(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) >= digitZero && line.charCodeAt(at) <= digitNine) at++;
  return at;
}

/** The decimal number in `[from, to)`; NaN if there is none. */
function numberIn(line: string, from: number, to: number): number {
  let number = from < to ? 0 : NaN;
  for (let at = from; at < to; at++) number = 10 * number + line.charCodeAt(at) - digitZero;
  return number;
}

/** The anchor in a header without numbers; empty for text that only refers to lines (`...`, `-12 +12`, `line 12`). */
function anchorOf(text: string): string {
  const heading = text.replace(/^@@+/, '').replace(/@@+$/, '').trim();
  if (/^[.\u2026]*$|^-[\d,]* *\+?[\d,]*$/.test(heading)) return '';
  return /^(?:lines? )?\d[\d ,-]*$/i.test(heading) ? '' : heading;
}

/** Whether a line is a hunk header with numbers, which lines of a file hardly ever are. */
export function isNumberedHeader(line: string): boolean {
  return headerPattern.test(line.slice(0, maxHunkHeaderChars));
}

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

function isChange({ kind }: HunkLine): boolean {
  return kind !== 'context';
}

/** Whether the context of a hunk shows that it is complete: there is some below its changes, and no less than above. */
export function isComplete({ body: { lines } }: PatchHunk): boolean {
  const below = trailingContext(lines);
  return below < lines.length && below > 0 && below >= leadingContext(lines);
}

/** Whether all old lines are there, so that the missing ones that the header counts were added below them. */
export function lacksAddedLines({ numbers, body: { lines } }: PatchHunk): boolean {
  if (numbers === undefined) return false;
  const { oldCount = 1, newCount = 1 } = numbers;
  return oldCount === sideOf(lines, 'old').length && newCount > sideOf(lines, 'new').length;
}

/** The error for a hunk that may be truncated, after it was compared with the file. */
export function truncatedHunkError(hunk: PatchHunk): ToolError {
  return lacksAddedLines(hunk)
    ? invalidPatchError(
        `The header in line ${hunk.patchLine} of the patch counts more new lines than its hunk has, so the patch seems to be truncated. Send the whole patch again, or correct the count.`,
      )
    : truncatedError(hunk.patchLine);
}

/** @param line the line (1-based) of the patch at which the truncated part begins */
export function truncatedError(line: number): ToolError {
  return invalidPatchError(
    `The patch seems to be truncated at line ${line}. Send the whole patch again, with its last line and its end marker.`,
  );
}

/** Context lines that git writes. Whoever writes fewer by hand often leaves out all those below, wherever a hunk is. */
export const gitContextLines = 3;

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

/** The number of lines of a body; does not parse them. */
export function countLines(body: HunkBody): number {
  return (body.rawLines ?? body.lines).length;
}

/** Copies a hunk with other lines. */
export function withLines(hunk: PatchHunk, lines: readonly HunkLine[]): PatchHunk {
  return { ...hunk, body: { lines, rawLines: undefined } };
}
