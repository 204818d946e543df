// Finds the smallest unique replacement that turns one text into another, as the changed input of agents' edit tools.
import { differingRange, isInsidePairOrCrLf } from '../../diff/differingRange.ts';
import { lineAt, lineStarts } from '../../text/text.ts';

/** A replacement whose `oldText` occurs exactly once in the old text; replaced by `newText`, it yields the new text. */
export interface UniqueReplacement {
  readonly oldText: string;
  readonly newText: string;
}

/** Part of the old text, as offsets in UTF-16 units; `end` is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whole lines are preferred unless they have more UTF-16 units than this besides the difference. */
const maxLineContext = 2000;
const byteOrderMark = '\ufeff';

/**
 * The smallest replacement of whole lines (of characters, if lines are long; at worst of the whole text) that turns
 * `before` into `after`. `oldText` is unique and `newText` not empty. Omits a byte order mark in both texts, since some
 * tools hide it. Undefined for equal texts and for an empty `before`.
 */
export function smallestReplacement(before: string, after: string): UniqueReplacement | undefined {
  const differing = differingRange(before, after);
  const bomLength = before.startsWith(byteOrderMark) && after.startsWith(byteOrderMark) ? 1 : 0;
  if (differing === undefined || before.length === bomLength) return undefined;
  // Each range contains the difference, so both texts agree before and after it.
  const growth = after.length - before.length;
  const replacementOf = ({ start, end }: Range): UniqueReplacement => ({
    oldText: before.slice(start, end),
    newText: after.slice(start, end + growth),
  });
  const isUsable = (range: Range): boolean => {
    const { oldText, newText } = replacementOf(range);
    return oldText !== '' && newText !== '' && occursOnce(before, oldText);
  };
  const lineRange = smallestRange(linesAround(before, bomLength, differing), before.length, isUsable);
  const context = lineRange.end - lineRange.start - (differing.end - differing.start);
  if (context <= maxLineContext) return replacementOf(lineRange);
  return replacementOf(smallestRange(charactersAround(before, bomLength, differing), before.length, isUsable));
}

/** Whether a text occurs exactly once in another, counting overlapping occurrences. */
export function occursOnce(text: string, needle: string): boolean {
  const start = text.indexOf(needle);
  return start >= 0 && !text.includes(needle, start + 1);
}

/**
 * The usable range with the smallest radius, by galloping search; at worst the widest. Relies on each range around a
 * usable one being usable, too.
 */
function smallestRange(
  around: (radius: number) => Range,
  maxRadius: number,
  isUsable: (range: Range) => boolean,
): Range {
  let low = 0;
  let high = 0;
  while (high < maxRadius && !isUsable(around(high))) {
    low = high + 1;
    high = Math.min(maxRadius, 2 * high + 1);
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUsable(around(middle))) high = middle;
    else low = middle + 1;
  }
  return around(high);
}

/** Returns a range by its radius: the lines of `range`, endings included, and `radius` more on each side. */
function linesAround(text: string, bomLength: number, range: Range): (radius: number) => Range {
  const starts = lineStarts(text);
  const firstLine = lineAt(starts, range.start);
  const lastLine = lineAt(starts, Math.max(range.start, range.end - 1));
  return (radius) => ({
    start: Math.max(bomLength, starts[Math.max(0, firstLine - radius)] ?? 0),
    end: starts[Math.min(starts.length - 1, lastLine + 1 + radius)] ?? text.length,
  });
}

/** Returns a range by its radius in characters, like `linesAround` in lines; never cuts a surrogate pair or a CRLF. */
function charactersAround(text: string, bomLength: number, range: Range): (radius: number) => Range {
  return (radius) => {
    let start = Math.max(bomLength, range.start - radius);
    let end = Math.min(text.length, range.end + radius);
    while (start > bomLength && isInsidePairOrCrLf(text, start)) start--;
    while (end < text.length && isInsidePairOrCrLf(text, end)) end++;
    return { start, end };
  };
}
