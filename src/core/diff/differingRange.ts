// Finds the smallest single edit between two texts: the range that differs, and its new text. Also finds the first
// line that differs.
import type { TextEdit } from '../text/text.ts';
import { isInsidePair } from '../text/encoding.ts';

/**
 * The smallest single edit that turns one text into another, never inside a surrogate pair or a CRLF; undefined for
 * equal texts.
 */
export function differingRange(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const maxLength = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < maxLength && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < maxLength - prefix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix]) {
    suffix++;
  }
  while (prefix > 0 && (isInsidePairOrCrLf(before, prefix) || isInsidePairOrCrLf(after, prefix))) prefix--;
  while (
    suffix > 0 &&
    (isInsidePairOrCrLf(before, before.length - suffix) || isInsidePairOrCrLf(after, after.length - suffix))
  ) {
    suffix--;
  }
  return { start: prefix, end: before.length - suffix, text: after.slice(prefix, after.length - suffix) };
}

/** Whether an offset is between the two halves of a surrogate pair or of a CRLF. */
export function isInsidePairOrCrLf(text: string, offset: number): boolean {
  return isInsidePair(text, offset) || text.slice(offset - 1, offset + 1) === '\r\n';
}

/** The first line (0-based) of `after` that differs from `before`; 0 for equal texts. */
export function firstDifferingLine(before: string, after: string): number {
  const start = differingRange(before, after)?.start ?? 0;
  return after.slice(0, start).match(/\r\n|\r|\n/g)?.length ?? 0;
}
