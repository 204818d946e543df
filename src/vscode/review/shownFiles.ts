// Describes the content of a review's diff: its tab title, and its files.

import type { DiffPair } from './diff/diffPair.ts';
import type { PendingReview } from './pendingReviews.ts';

/** Title of the tab; the code that formats it is loaded with the first review. */
export async function tabTitle(review: PendingReview, pairs: readonly DiffPair[]): Promise<string> {
  const { diffTitle } = await import('./diffTitle.ts');
  return diffTitle(review, pairs);
}

/** The files of a diff as one value, for comparing two diffs. */
export function filesKey(pairs: readonly DiffPair[]): string {
  return pairs.map(({ filledSides: [, after] }) => after.toString()).join('\n');
}
