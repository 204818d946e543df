// Chooses what to revert of a file that several workspace folders list: one inside another, or two names of one folder.

import { isSameFile, type ReviewItem } from '../watch/reviewItem.ts';

/**
 * The item whose revert takes back the changes of all items of one file: it has their content, and began at their
 * baselines or before. Undefined if none does.
 */
export function coveringItem(items: readonly ReviewItem[]): ReviewItem | undefined {
  return items.find((item) => items.every((other) => covers(item, other)));
}

function covers({ baseline, current, steps }: ReviewItem, other: ReviewItem): boolean {
  const states = [baseline, ...steps.map(({ after }) => after)];
  return isSameFile(current, other.current) && states.some((state) => isSameFile(state, other.baseline));
}
