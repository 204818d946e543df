// Parses hunk headers (`@@ -1,2 +3,4 @@`).
import type { HunkNumbers } from './types.ts';

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

/** Whether a line is a hunk header with numbers, which lines of a file hardly ever are. */
export function isNumberedHeader(line: string): boolean {
  return headerPattern.test(line.slice(0, maxHunkHeaderChars));
}

/** The anchor in a header without numbers; empty for text that only refers to lines (`...`, `-12 +12`, `line 12`). */
function anchorOf(text: string): string {
  const heading = text.replace(/^@@+/, '').replace(/@@+$/, '').trim();
  if (/^[.\u2026]*$|^-[\d,]* *\+?[\d,]*$/.test(heading)) return '';
  return /^(?:lines? )?\d[\d ,-]*$/i.test(heading) ? '' : heading;
}
