// Chooses which item to revert if several workspace folders list the same file: nested ones, or two names of one folder.

import { isSameFile, type ReviewItem } from '../watch/reviewItem.ts';

/**
 * Finds the item whose revert takes back the changes of all items of one file. The item has the same content as all
 * others, and its history (its baseline and the states after its steps) contains every other baseline. Undefined if
 * there is none.
 */
export function findCoveringItem(items: readonly ReviewItem[]): ReviewItem | undefined {
  return items.find((item) => items.every((other) => covers(item, other)));
}

function covers({ baseline, current, steps }: ReviewItem, other: ReviewItem): boolean {
  const states = [baseline, ...steps.map(({ after }) => after)];
  return isSameFile(current, other.current) && states.some((state) => isSameFile(state, other.baseline));
}
