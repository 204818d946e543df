// Searches sorted lists.

/** Index of the first entry of a list that passes a test which all later entries pass, too (binary search); else its length. */
export function firstIndex<T>(list: readonly T[], test: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined || test(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}
