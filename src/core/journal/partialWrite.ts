/** A write is cut off between two pages; larger ones, where a system has them, are a multiple. */
const page = 4096;

/**
 * Whether a file was cut off while it was written in place, from `before` to `after` or back. Such a file has the length of
 * the one or of the other, or ends with a page; each of its pages is as the one write leaves it or as the other does, since
 * a file is never emptied and gets its length last. Anything else is somebody's work: who puts back one line of two has
 * bytes of before and of after, too, but not in whole pages.
 */
export function isPartialWrite(found: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (!isPartialSize(found.length, before.length, after.length)) return false;
  for (let from = 0; from < found.length; from += page) {
    const end = Math.min(from + page, found.length);
    if (!isOver(found, from, end, after, before) && !isOver(found, from, end, before, after)) return false;
  }
  return true;
}

/** Whether such a file can have this size. */
export function isPartialSize(found: number, before: number, after: number): boolean {
  if (found < Math.min(before, after) || found > Math.max(before, after)) return false;
  return found === before || found === after || found % page === 0;
}

/** Whether a part of a file is that of `upper` written over `lower`, before the file is cut to the length of `upper`. */
function isOver(found: Uint8Array, from: number, end: number, upper: Uint8Array, lower: Uint8Array): boolean {
  for (let at = from; at < end; at++) if (found[at] !== (at < upper.length ? upper : lower)[at]) return false;
  return true;
}
