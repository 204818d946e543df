// Detects the results of interrupted writes in place, for crash recovery.

import { equalBytes } from '../text/bytes.ts';

/** Size of a memory page in bytes; a write can be interrupted between two pages. Larger pages are multiples of it. */
const pageBytes = 4096;

/**
 * Whether a file may be the result of an interrupted write in place, from `before` to `after` or back. Such a write
 * overwrites the old bytes page by page, and sets the file's length last, so it leaves pages of both sides. True also
 * for one side as a whole, since the write may stop before its first page or after its last. If both sides fit in one
 * page, true only for that, since a mixture could be someone's own edit.
 */
export function isPartialWrite(content: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (Math.max(before.length, after.length) <= pageBytes)
    return equalBytes(content, before) || equalBytes(content, after);
  return isPartialSize(content.length, before.length, after.length) && isMixOfPages(content, before, after);
}

/**
 * Whether each page of a content equals the page of one side, as after an interrupted write. If the written side ends
 * within a page, the old bytes follow. All three may be parts of files that begin at the same page boundary.
 */
export function isMixOfPages(content: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  for (let start = 0; start < content.length; start += pageBytes) {
    const page = content.subarray(start, start + pageBytes);
    const isOfEither =
      isWrittenOver(page, start, { written: after, old: before }) ||
      isWrittenOver(page, start, { written: before, old: after });
    if (!isOfEither) return false;
  }
  return true;
}

/** Whether a partial write can have this size, in bytes: that of either side, or whole pages in between. */
export function isPartialSize(size: number, sizeBefore: number, sizeAfter: number): boolean {
  if (size < Math.min(sizeBefore, sizeAfter) || size > Math.max(sizeBefore, sizeAfter)) return false;
  return size === sizeBefore || size === sizeAfter || size % pageBytes === 0;
}

/** Whether a page of a file, at `start`, is `written` over `old`, before the file is truncated to the new length. */
function isWrittenOver(
  page: Uint8Array,
  start: number,
  { written, old }: { readonly written: Uint8Array; readonly old: Uint8Array },
): boolean {
  for (let index = 0; index < page.length; index++) {
    const position = start + index;
    if (page[index] !== (position < written.length ? written : old)[position]) return false;
  }
  return true;
}
