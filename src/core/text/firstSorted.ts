// Sorts long lists, or selects their first items, without blocking the event loop.
import { firstIndex } from './text.ts';
import type { Yielding } from '../async/yielding.ts';

/** Number of items that take one or two milliseconds to sort or compare. */
const itemsBetweenYields = 1000;

/** Whether selecting `count` of `length` items by insertion is cheaper than sorting all: for under a quarter. */
export function isFewOf(count: number, length: number): boolean {
  return length > 4 * count;
}

/** The first `count` items in sorted order, without sorting them all (top k). Equal items keep their order. */
export function* firstSorted<Item>(
  items: readonly Item[],
  count: number,
  compare: (a: Item, b: Item) => number,
): Yielding<Item[]> {
  if (!isFewOf(count, items.length)) return (yield* mergeSort(items, compare)).slice(0, count);
  const sortedStart: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (index % itemsBetweenYields === 0) yield;
    const last = sortedStart.at(-1);
    // If `count` is 0, there never is a last item.
    if (sortedStart.length === count && (last === undefined || compare(item, last) >= 0)) continue;
    // After equal items, which keep their order.
    sortedStart.splice(
      firstIndex(sortedStart, (other) => compare(other, item) > 0),
      0,
      item,
    );
    if (sortedStart.length > count) sortedStart.pop();
  }
  return sortedStart;
}

/** Sorts stably: runs of `itemsBetweenYields` by `sort`, which are then merged in pairs. */
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

/** Merges two sorted lists. Of equal items, those of `left` come first. */
function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Yielding<Item[]> {
  const mergedItems: Item[] = [];
  const rightItems = right.values();
  let next = rightItems.next();
  for (const item of left) {
    for (; next.done !== true && compare(next.value, item) < 0; next = rightItems.next()) {
      mergedItems.push(next.value);
      if (mergedItems.length % itemsBetweenYields === 0) yield;
    }
    mergedItems.push(item);
    if (mergedItems.length % itemsBetweenYields === 0) yield;
  }
  for (; next.done !== true; next = rightItems.next()) {
    mergedItems.push(next.value);
    if (mergedItems.length % itemsBetweenYields === 0) yield;
  }
  return mergedItems;
}
