// Names what a review's diff shows: its tab, and its files.

import type { DiffPair } from './diff/openDiff.ts';
import type { PendingReview } from './pendingReviews.ts';

/** The title of the tab; its words are loaded with the first review. */
export async function tabTitle(review: PendingReview, pairs: readonly DiffPair[]): Promise<string> {
  const { diffTitle } = await import('./diffTitle.ts');
  return diffTitle(review, pairs);
}

/** The files of a diff as one value, to compare what two diffs show. */
export function filesOf(pairs: readonly DiffPair[]): string {
  return pairs.map(({ sides: [, after] }) => after.toString()).join('\n');
}
