// Sorts long lists without blocking the event loop.
import type { Yielding } from './yielding.ts';

/** Number of items that take one or two milliseconds to sort or compare. */
const itemsBetweenYields = 1000;

/** The first `count` items in sorted order, without sorting them all (top k). Equal items keep their order. */
export function* firstSorted<Item>(
  items: readonly Item[],
  count: number,
  compare: (a: Item, b: Item) => number,
): Yielding<Item[]> {
  if (items.length <= count * 4) return (yield* mergeSort(items, compare)).slice(0, count);
  const sortedStart: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (index % itemsBetweenYields === 0) yield;
    const largest = sortedStart.at(-1);
    if (sortedStart.length === count && (largest === undefined || compare(item, largest) >= 0)) continue;
    sortedStart.splice(insertionIndex(item, sortedStart, compare), 0, item);
    if (sortedStart.length > count) sortedStart.pop();
  }
  return sortedStart;
}

/** A stable merge sort of runs that `sort` orders. */
function* mergeSort<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Yielding<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += itemsBetweenYields) {
    runs.push(items.slice(at, at + itemsBetweenYields).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const mergedRuns: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      mergedRuns.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = mergedRuns;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Yielding<Item[]> {
  const mergedItems: Item[] = [];
  const rightItems = right.values();
  let next = rightItems.next();
  for (const item of left) {
    for (; next.done !== true && compare(next.value, item) < 0; next = rightItems.next()) mergedItems.push(next.value);
    mergedItems.push(item);
    if (mergedItems.length % itemsBetweenYields === 0) yield;
  }
  for (; next.done !== true; next = rightItems.next()) {
    mergedItems.push(next.value);
    if (mergedItems.length % itemsBetweenYields === 0) yield;
  }
  return mergedItems;
}

/** Index after all items that sort before or equal to `item` (binary search). */
function insertionIndex<Item>(item: Item, sorted: readonly Item[], compare: (a: Item, b: Item) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const middleItem = sorted[middle];
    if (middleItem !== undefined && compare(middleItem, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
