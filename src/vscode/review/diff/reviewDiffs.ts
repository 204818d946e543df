// Opens the diffs of waiting calls, and replaces them when the user excludes or includes files.

import * as vscode from 'vscode';
import { createMutex } from '../../../core/async/oneAtATime.ts';
import { closeTabs } from '../../shared/tabs.ts';
import { notify } from '../../messages/notify.ts';
import type { LikelyFocus } from '../focusTracker.ts';
import type { PendingReview } from '../pendingReviews.ts';
import { waitingText } from '../pendingView/pendingView.ts';
import type { ScreenTracker } from '../screenTracker.ts';
import { diffTitle } from './diffTitle.ts';
import { closeReviewTabs, hasOwnMultiFileDiff, reviewIdsOfTab } from './diffTabs.ts';
import { filesKey, type DiffPair } from './diffPair.ts';
import { openDiff, openMultiFileTab, presentDiff } from './openDiff.ts';

interface ReviewDiffDeps {
  readonly screen: ScreenTracker;
  /** The files to show in the diff of a waiting call. */
  readonly pairsOf: (review: PendingReview) => readonly DiffPair[];
  /**
   * Waits until the proposal contains all choices. Resolves with the number of the last choice that the open diff does
   * not show yet; undefined if the diff shows all.
   */
  readonly settleChoices: (review: PendingReview) => Promise<number | undefined>;
}

/** Called with the files of a diff that has opened. */
export type OnOpened = (pairs: readonly DiffPair[]) => unknown;

interface DiffToOpen {
  readonly review: PendingReview;
  readonly pairs: readonly DiffPair[];
  /** Whether the open diffs of the call show other files; also true if none is open. */
  readonly isOutdated: boolean;
}

/**
 * Opens and replaces the diffs of waiting calls. A mutex serializes this: each diff moves the focus, and replaces a
 * diff that is still a preview. Methods named `…Locked` are called with the mutex locked.
 */
export class ReviewDiffs {
  readonly #deps: ReviewDiffDeps;
  readonly #exclusively = createMutex();
  /**
   * The files that the open diff of each call shows (`filesKey`), by review id. A diff with other files is closed before
   * the call counts as up to date: an approval must never apply to files that the user did not see.
   */
  readonly #displayedFiles = new Map<string, string>();

  constructor(deps: ReviewDiffDeps) {
    this.#deps = deps;
  }

  /**
   * Opens the diff of one or several waiting calls at the user's request, with the focus.
   *
   * @param onOpened not called if the diff does not open; other files may be included by then
   */
  async open(reviews: readonly PendingReview[], onOpened?: OnOpened): Promise<void> {
    await this.#runFor(reviews, async () => {
      const pairs = await this.#openLocked(reviews);
      if (pairs !== undefined) await onOpened?.(pairs);
    });
  }

  /**
   * Opens the diff of a call unasked, unless the user has opened all of it while it was queued.
   *
   * @param findFocus called right before the diff opens, since the focus may move while it is queued
   */
  async present(review: PendingReview, findFocus: () => LikelyFocus): Promise<void> {
    await this.#runFor([review], () => this.#presentLocked(review, findFocus));
  }

  async #presentLocked(review: PendingReview, findFocus: () => LikelyFocus): Promise<void> {
    const { screen, pairsOf, settleChoices } = this.#deps;
    if (review.closedSignal.aborted || screen.visibilityOf(review) === 'whole') return;
    const choice = await settleChoices(review);
    const focus = findFocus();
    const pairs = pairsOf(review);
    if (this.#isOutdated(review, pairs)) {
      await closeBatches((ids) => ids.includes(review.id));
      // The diff shows other files because of a choice of the user, whose `update` replaces the diff.
      if (hasOwnMultiFileDiff(review)) return;
    }
    this.#displayedFiles.set(review.id, filesKey(pairs));
    await presentDiff(pairs, diffTitle(review, pairs), focus);
    // The new diff includes all choices up to this one.
    screen.markUpToDate(review, choice);
  }

  /**
   * Shows a choice of the user in the open diff of a call: replaces it by a diff of the files still included.
   *
   * @param isLatest returns, when the update begins, whether no later choice will update the diff again
   * @param focusCommand command that returns the focus
   */
  async update(review: PendingReview, isLatest: () => boolean, focusCommand?: string): Promise<void> {
    const { screen, pairsOf } = this.#deps;
    await this.#runFor([review], async () => {
      if (!isLatest()) return;
      const choice = screen.outdatingChoiceOf(review);
      const pairs = pairsOf(review);
      // The text of a single file shows the choice. If all files are excluded, an approval would write nothing.
      const isKept = review.fileCount === 1 || pairs.length === 0;
      if (!isKept && !(await this.#replaceLocked(review, pairs, focusCommand))) return;
      screen.markUpToDate(review, choice);
    });
  }

  forget(review: PendingReview): void {
    this.#displayedFiles.delete(review.id);
  }

  /** Resolves when no diff is being opened or replaced. */
  async whenIdle(): Promise<void> {
    await this.#exclusively(async () => undefined);
  }

  /** Runs work on these calls exclusively, then closes the diffs of those that ended meanwhile. */
  async #runFor(reviews: readonly PendingReview[], work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#exclusively(work);
    } finally {
      for (const review of reviews.filter(({ closedSignal }) => closedSignal.aborted)) {
        this.forget(review);
        void closeReviewTabs(review.id);
      }
    }
  }

  /** Returns the files in the diff; undefined if it does not open: the calls have ended, or all files are excluded. */
  async #openLocked(reviews: readonly PendingReview[]): Promise<readonly DiffPair[] | undefined> {
    const { screen, pairsOf, settleChoices } = this.#deps;
    const choices = await Promise.all(reviews.map(settleChoices));
    if (reviews.every(({ closedSignal }) => closedSignal.aborted)) return undefined;
    const diffs = reviews.flatMap((review, index) => {
      const pairs = pairsOf(review);
      // A call whose files are all excluded keeps the diff that it has.
      if (review.closedSignal.aborted || pairs.length === 0) return [];
      return { review, choice: choices[index], pairs, isOutdated: this.#isOutdated(review, pairs) };
    });
    const [only, ...others] = diffs;
    if (only === undefined) {
      const message = vscode.l10n.t('All files of this change are excluded. Reject it, or include a file again.');
      void notify('Information', message);
      return undefined;
    }
    const isOpen = others.length === 0 ? await openOwnDiff(only) : await openBatchDiff(diffs);
    if (!isOpen) return undefined;
    for (const { review, choice, pairs } of diffs) {
      this.#displayedFiles.set(review.id, filesKey(pairs));
      screen.markUpToDate(review, choice);
    }
    return diffs.flatMap(({ pairs }) => pairs);
  }

  /** Returns false if the call has no multi-file diff of its own, or no new one opens. */
  async #replaceLocked(review: PendingReview, pairs: readonly DiffPair[], focusCommand?: string): Promise<boolean> {
    if (!hasOwnMultiFileDiff(review)) return false;
    if (!this.#isOutdated(review, pairs)) return true;
    const options = { outdatedIds: [review.id], focusCommand };
    if (!(await openMultiFileTab([pairs], diffTitle(review, pairs), options))) return false;
    this.#displayedFiles.set(review.id, filesKey(pairs));
    return true;
  }

  /** Implements `DiffToOpen.isOutdated`. */
  #isOutdated({ id }: PendingReview, pairs: readonly DiffPair[]): boolean {
    return this.#displayedFiles.get(id) !== filesKey(pairs);
  }
}

async function openOwnDiff({ review, pairs, isOutdated }: DiffToOpen): Promise<boolean> {
  return openDiff(review, pairs, diffTitle(review, pairs), { isOutdated });
}

/** Opens several calls in one diff to approve them together; closes any other such diff. */
async function openBatchDiff(diffs: readonly DiffToOpen[]): Promise<boolean> {
  await closeBatches(() => true);
  const outdatedIds = diffs.flatMap(({ review, isOutdated }) => (isOutdated ? [review.id] : []));
  const files = diffs.map(({ pairs }) => pairs);
  return openMultiFileTab(files, waitingText(diffs.length), { outdatedIds });
}

/** Closes matching batch diffs. Unlike closing the diff of a single call, this rejects none. */
async function closeBatches(matches: (reviewIds: readonly string[]) => boolean): Promise<void> {
  await closeTabs((tab) => reviewIdsOfTab(tab).length > 1 && matches(reviewIdsOfTab(tab)));
}
