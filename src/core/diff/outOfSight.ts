/** Text that stands where a diff does not show it: far to the right, or far below. */
import { shouldYield, type Yielding } from '../async/yielding.ts';

/** One such place. `line` is 1-based and holds the text. */
export interface OutOfSight {
  readonly kind: 'blanks' | 'blankLines' | 'longLine';
  readonly line: number;
}

/** A run of so many columns pushes what follows it past the edge of a diff; a tab counts as four. */
const widestRun = 80;
/** Shorter runs count together: with so many columns in one line, from runs that no indentation needs. */
const widestSum = 160;
const countedRun = 20;
const longestLine = 1000;
const maxBlankLines = 50;
/** White space, or perhaps so: what is no visible character of ASCII. */
const isOdd = (code: number): boolean => code <= 0x20 || code > 0x7e;
/** So many places of the text before are told from new ones; past that, all count as new. */
const maxKnown = 10_000;

interface Found extends OutOfSight {
  /** The text of the line, by which a place is known again. */
  readonly text: string;
}

/** The places in `after` that `before` does not have, the first `limit` of them. */
export function* newlyOutOfSight(
  before: string | undefined,
  after: string,
  limit: number,
): Yielding<readonly OutOfSight[]> {
  const found = yield* findAll(after, limit + maxKnown);
  if (found.length === 0) return [];
  const known = new Set((yield* findAll(before ?? '', maxKnown)).map(keyOf));
  const fresh = found.filter((place) => !known.has(keyOf(place))).slice(0, limit);
  return fresh.map(({ kind, line }) => ({ kind, line })).sort((a, b) => a.line - b.line);
}

function keyOf({ kind, text }: Found): string {
  return `${kind} ${text}`;
}

function* findAll(text: string, limit: number): Yielding<Found[]> {
  const found: Found[] = [];
  const turn = { lines: 0 };
  let blankLines = 0;
  let line = 0;
  for (let start = 0; start < text.length && found.length < limit;) {
    const end = endOfLine(text, start);
    line += 1;
    if (end === start) blankLines += 1;
    // Nothing to look at in a short line that begins with text, unless much of nothing was before it.
    else if (end - start > countedRun || blankLines > 0 || isOdd(text.charCodeAt(start))) {
      const own = text.slice(start, end);
      if (own.trim() === '') blankLines += 1;
      else {
        if (blankLines >= maxBlankLines) found.push({ kind: 'blankLines', line, text: own });
        blankLines = 0;
        if (own.length > longestLine) found.push({ kind: 'longLine', line, text: own });
        if (own.length > countedRun && isPushedAside(own)) found.push({ kind: 'blanks', line, text: own });
      }
    }
    start = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    if (shouldYield(turn, 1)) yield;
  }
  return found;
}

const lineEnd = /[\r\n\u2028\u2029]/g;

function endOfLine(text: string, start: number): number {
  lineEnd.lastIndex = start;
  return lineEnd.exec(text)?.index ?? text.length;
}

/** Whether white space pushes text of the line past the edge; what follows the last text does not matter. */
function isPushedAside(line: string): boolean {
  let sum = 0;
  for (const { 0: run } of line.trimEnd().matchAll(/\s{20,}|\t+/g)) {
    const columns = run.length + 3 * (run.split('\t').length - 1);
    if (columns >= widestRun) return true;
    if (columns >= countedRun) sum += columns;
  }
  return sum >= widestSum;
}
