/**
 * The first items in an order, sorted, without sorting them all: of tens of thousands an answer shows a hundred.
 * Of equal items the earlier one comes first.
 */
export function firstOf<Item>(items: readonly Item[], count: number, compare: (a: Item, b: Item) => number): Item[] {
  if (items.length <= count * 4) return items.toSorted(compare).slice(0, count);
  const first: Item[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length === count && (last === undefined || compare(item, last) >= 0)) continue;
    first.splice(placeOf(item, first, compare), 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}

/** Behind all items that are not after it. */
function placeOf<Item>(item: Item, sorted: readonly Item[], compare: (a: Item, b: Item) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && compare(other, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
