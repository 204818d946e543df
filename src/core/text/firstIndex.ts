// Searches a sorted list by binary search.

/**
 * The index of the first entry that passes; the list's length if no entry passes. Requires that every entry after a
 * passing one passes, too.
 */
export function firstIndex<T>(list: readonly T[], passes: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined || passes(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}
