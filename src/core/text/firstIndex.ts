// Searches sorted lists.

/**
 * The index of the first entry of a list that passes, by binary search: all entries after one that passes must pass,
 * too. The list's length if none passes.
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
