// Finds the smallest unique replacement that turns one text into another.
import { differingRange, isInsidePairOrCrLf } from '../../diff/differingRange.ts';
import { lineAt, lineStarts } from '../../text/text.ts';

/** A replacement whose `oldText` occurs exactly once in the old text; replaced by `newText`, it yields the new text. */
export interface UniqueReplacement {
  readonly oldText: string;
  readonly newText: string;
}

/** Part of a text, as offsets in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Maximum UTF-16 units besides the difference up to which whole lines are preferred. */
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
  const growth = after.length - before.length;
  const replace = ({ start, end }: Range): UniqueReplacement => ({
    oldText: before.slice(start, end),
    newText: after.slice(start, end + growth),
  });
  const isUsable = (range: Range): boolean => {
    const { oldText, newText } = replace(range);
    return oldText !== '' && newText !== '' && occursOnce(before, oldText);
  };
  const lines = smallestRange(linesAround(before, bomLength, differing), before.length, isUsable);
  if (lines.end - lines.start <= differing.end - differing.start + maxLineContext) return replace(lines);
  return replace(smallestRange(charactersAround(before, bomLength, differing), before.length, isUsable));
}

/** Whether a text occurs exactly once in another, counting overlapping occurrences. */
export function occursOnce(text: string, needle: string): boolean {
  const start = text.indexOf(needle);
  return start >= 0 && !text.includes(needle, start + 1);
}

/** The usable range with the smallest radius, by galloping search; at worst the widest. */
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

/** The lines of a range, endings included, and `radius` more on each side. */
function linesAround(text: string, bomLength: number, { start, end }: Range): (radius: number) => Range {
  const starts = lineStarts(text);
  const firstLine = lineAt(starts, start);
  const lastLine = lineAt(starts, Math.max(start, end - 1));
  return (radius) => ({
    start: Math.max(bomLength, starts[Math.max(0, firstLine - radius)] ?? 0),
    end: starts[Math.min(starts.length - 1, lastLine + 1 + radius)] ?? text.length,
  });
}

/** The characters of a range and `radius` more on each side, never half of a surrogate pair or of a CRLF. */
function charactersAround(text: string, bomLength: number, range: Range): (radius: number) => Range {
  return (radius) => {
    let start = Math.max(bomLength, range.start - radius);
    let end = Math.min(text.length, range.end + radius);
    while (start > bomLength && isInsidePairOrCrLf(text, start)) start--;
    while (end < text.length && isInsidePairOrCrLf(text, end)) end++;
    return { start, end };
  };
}
