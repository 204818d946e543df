// Detects the results of interrupted writes in place, for crash recovery.

import { equalBytes } from '../text/bytes.ts';

/** Size of a memory page in bytes; a write can be interrupted between two pages. Larger pages are multiples of it. */
const pageBytes = 4096;

/**
 * Whether a file is the result of an interrupted write in place, from `before` to `after` or back. Such a write
 * overwrites the old bytes page by page, and sets the file's length last, so a partial write has pages of both sides.
 * In a file of one page, a mixture could as well be someone's own edit, so the content must equal one side.
 */
export function isPartialWrite(content: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (Math.max(before.length, after.length) <= pageBytes)
    return equalBytes(content, before) || equalBytes(content, after);
  return isPartialSize(content.length, before.length, after.length) && hasPagesOfEither(content, before, after);
}

/**
 * Whether each page of a content equals the page of one side, as after an interrupted write. If the written side ends
 * within a page, the old bytes follow. All three may be parts of files that begin at the same page boundary.
 */
export function hasPagesOfEither(content: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  for (let start = 0; start < content.length; start += pageBytes) {
    const end = Math.min(start + pageBytes, content.length);
    if (!isWrittenOver(content, start, end, after, before) && !isWrittenOver(content, start, end, before, after))
      return false;
  }
  return true;
}

/** Whether a partial write can have this size, in bytes: that of either side, or whole pages in between. */
export function isPartialSize(size: number, sizeBefore: number, sizeAfter: number): boolean {
  if (size < Math.min(sizeBefore, sizeAfter) || size > Math.max(sizeBefore, sizeAfter)) return false;
  return size === sizeBefore || size === sizeAfter || size % pageBytes === 0;
}

/** Whether `[start, end)` of a file is `written` over `old`, before the file is truncated to the new length. */
function isWrittenOver(content: Uint8Array, start: number, end: number, written: Uint8Array, old: Uint8Array): boolean {
  for (let index = start; index < end; index++)
    if (content[index] !== (index < written.length ? written : old)[index]) return false;
  return true;
}
