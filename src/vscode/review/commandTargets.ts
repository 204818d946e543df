// Finds the waiting calls that a command applies to, by its argument or by the diffs in front.

import * as vscode from 'vscode';
import { activeTabs, reviewIdOfTab, reviewIdsOfTab } from './diff/diffTabs.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import { isCallRow } from './pendingView/pendingView.ts';
import type { CallRow } from './pendingView/pendingRow.ts';
import { proposalScheme } from './proposal/proposalFiles.ts';

/**
 * Finds the calls that a command applies to. With an argument (a row, or a diff's URI), these are its calls; none if
 * they have ended. Otherwise, they are the calls of the active diff, of the only diff in front in another group, or
 * else the first call.
 */
export function findTargets(argument: unknown, pending: PendingReviews): readonly PendingReview[] {
  if (isCallRow(argument)) return pending.all.filter((review) => review === argument.review);
  const findPending = (ids: readonly string[]): PendingReview[] => ids.flatMap((id) => pending.find(id) ?? []);
  if (isProposalUri(argument)) return findPending(reviewsShownWith(argument.authority));
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const activeReviews = findPending(activeTab === undefined ? [] : reviewIdsOfTab(activeTab));
  if (activeReviews.length > 0) return activeReviews;
  const reviewsInFront = findPending(reviewsOfOnlyDiff());
  return reviewsInFront.length > 0 ? reviewsInFront : pending.all.slice(0, 1);
}

/**
 * Ids of the reviews in the tab in front that shows this review, preferably alone; the review's own id if there is no
 * such tab.
 */
function reviewsShownWith(reviewId: string): readonly string[] {
  const tabs = activeTabs();
  const tab =
    tabs.find((each) => reviewIdOfTab(each) === reviewId) ??
    tabs.find((each) => reviewIdsOfTab(each).includes(reviewId));
  return tab === undefined ? [reviewId] : reviewIdsOfTab(tab);
}

/** Ids of the reviews in the only diff in front; empty if several diffs are in front, or none. */
function reviewsOfOnlyDiff(): readonly string[] {
  const [only = [], ...others] = activeTabs()
    .map(reviewIdsOfTab)
    .filter((ids) => ids.length > 0);
  return others.length === 0 ? only : [];
}

/** Menus of a proposal's editor pass its URI. */
export function isProposalUri(argument: unknown): argument is vscode.Uri {
  return argument instanceof vscode.Uri && argument.scheme === proposalScheme;
}

/** Whether an argument is the row of a call that waits: other extensions may call the commands with anything. */
export function isWaitingRow(argument: unknown, pending: PendingReviews): argument is CallRow {
  return isCallRow(argument) && pending.all.includes(argument.review);
}
