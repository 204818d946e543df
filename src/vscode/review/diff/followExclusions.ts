// Updates the open diff of a waiting call whenever the user excludes or includes a part of the call.

import * as vscode from 'vscode';
import { delay } from '../../../async/eventLoop.ts';
import type { ExclusionDetails } from '../choices/userChoices.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { LiveProposal } from '../proposal/liveProposal.ts';
import type { ScreenTracker } from '../screenTracker.ts';
import type { ReviewDiffs } from './reviewDiffs.ts';

/** Debounce between an exclusion or inclusion of files and the new diff, in milliseconds. */
const rediffDelayMs = 300;

/** Updates the diff after each exclusion. No approval counts before the diff shows the last choice. */
export function followExclusions(
  review: PendingReview,
  live: LiveProposal,
  screen: ScreenTracker,
  loadDiffs: () => Promise<ReviewDiffs>,
): vscode.Disposable {
  /** @param prepare applies the choice to the proposal, or waits for further choices (debounce) */
  const update = async ({ inDiff }: ExclusionDetails, prepare: () => Promise<void>): Promise<void> => {
    const choiceNumber = screen.markOutdated(review);
    await prepare();
    await live.readSettled();
    // A later choice has its own update.
    const isLatest = (): boolean => !review.closedSignal.aborted && screen.outdatingChoiceOf(review) === choiceNumber;
    const diffs = await loadDiffs();
    // After a choice in the view, the focus returns there.
    await diffs.update(review, isLatest, inDiff === true ? undefined : 'redline.pending.focus');
  };
  return vscode.Disposable.from(
    review.onDidChangeExclusions((details) => void update(details, () => delay(rediffDelayMs))),
    review.onDidExcludeHunks((choice) => void update(choice, () => live.excludeHunks(choice))),
  );
}
