import type { TextEdit } from '../text/text.ts';

/** The smallest single range that differs; undefined for equal texts. Never cuts a surrogate pair or a CRLF in two. */
export function differingRange(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  while (start > 0 && (splits(before, start) || splits(after, start))) start--;
  while (end > 0 && (splits(before, before.length - end) || splits(after, after.length - end))) end--;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

function splits(text: string, at: number): boolean {
  const left = text.charCodeAt(at - 1);
  const right = text.charCodeAt(at);
  return (left >= 0xd800 && left < 0xdc00 && right >= 0xdc00 && right < 0xe000) || (left === 13 && right === 10);
}
