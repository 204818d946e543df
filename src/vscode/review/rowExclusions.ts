// Excludes and includes the changes and hunks behind rows of the pending view.

import type { Change } from '../../core/change/change.ts';
import { splitIntoHunks } from '../../core/change/hunks.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { ExclusionDetails } from './hunkChoices.ts';
import type { PendingNode } from './pendingRow.ts';
import { missingParts } from './reviewWarnings.ts';
import { notify } from '../files/notify.ts';

/** Whether the row's change or hunk is excluded. */
export function isRowExcluded({ review, change, hunk }: PendingNode): boolean {
  if (change === undefined) return false;
  if (review.excluded().has(change)) return true;
  const states =
    review
      .current()
      .hunks.get(change)
      ?.map(({ state }) => state) ?? [];
  return hunk === undefined
    ? states.length > 0 && states.every((state) => state === 'excluded')
    : states[hunk] === 'excluded';
}

/** Excludes the changes and hunks of rows, or includes them again. */
export function setRowsExcluded(nodes: readonly PendingNode[], isExcluded: boolean, reason?: string): void {
  for (const review of new Set(nodes.map((node) => node.review))) {
    const reviewNodes = nodes.filter((node) => node.review === review && node.warning === undefined);
    const details = {
      inDiff: reviewNodes.some(({ inDiff }) => inDiff === true),
      ...(reason === undefined ? {} : { reason }),
    };
    const changes = reviewNodes.flatMap(({ change, hunk }) =>
      change !== undefined && hunk === undefined ? [change] : [],
    );
    if (changes.length > 0) setChangesExcluded(review, changes, isExcluded, details);
    for (const change of new Set(reviewNodes.flatMap((node) => (node.hunk === undefined ? [] : (node.change ?? []))))) {
      if (changes.includes(change)) continue;
      const indices = reviewNodes.flatMap((node) =>
        node.change === change && node.hunk !== undefined ? [node.hunk] : [],
      );
      setHunksExcluded(review, { change, indices, isExcluded }, details);
    }
    if (reviewNodes.length > 0) void warnAboutMissing(review);
  }
}

/** Maximum number of warnings in one message. */
const maxSentences = 3;
/** Maximum milliseconds to wait for the recount. */
const maxCounting = 5000;
/** Warnings found last time, by review. */
const warned = new WeakMap<PendingReview, ReadonlySet<string>>();

/** Warns of included parts that need excluded ones, unless the last warning named them. */
async function warnAboutMissing(review: PendingReview): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscription = review.onDidChangeCurrent(() => {
      subscription.dispose();
      clearTimeout(timer);
      resolve();
    });
    const timer = setTimeout(() => {
      subscription.dispose();
      resolve();
    }, maxCounting);
  });
  if (review.closedSignal.aborted) return;
  const missing = missingParts(review).map(({ text }) => text);
  const fresh = missing.filter((text) => warned.get(review)?.has(text) !== true);
  warned.set(review, new Set(missing));
  if (fresh.length > 0) void notify('Warning', `${fresh.slice(0, maxSentences).join('. ')}.`);
}

function setChangesExcluded(
  review: PendingReview,
  changes: readonly Change[],
  isExcluded: boolean,
  details: ExclusionDetails,
): void {
  // A change whose hunks are all excluded is included with all of them.
  const empty = isExcluded ? [] : changes.filter((change) => isRowExcluded({ review, change }));
  review.setExcluded(changes, isExcluded, details);
  for (const change of empty.filter((each) => !review.excluded().has(each) && isRowExcluded({ review, change: each })))
    review.setHunksExcluded({ change, indices: indicesOf(change), isExcluded: false });
}

function setHunksExcluded(
  review: PendingReview,
  choice: { readonly change: Change; readonly indices: readonly number[]; readonly isExcluded: boolean },
  details: ExclusionDetails,
): void {
  const { change, indices, isExcluded } = choice;
  if (!isExcluded && review.excluded().has(change)) {
    // Of an excluded file, only this hunk is included.
    const others = indicesOf(change).filter((index) => !indices.includes(index));
    if (others.length > 0) review.setHunksExcluded({ change, indices: others, isExcluded: true });
    review.setHunksExcluded(choice, details);
    review.setExcluded([change], false, details);
  } else review.setHunksExcluded(choice, details);
}

function indicesOf(change: Change): readonly number[] {
  return splitIntoHunks(change)?.hunks.map((_, index) => index) ?? [];
}
