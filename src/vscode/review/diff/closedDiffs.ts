// Finds calls whose diffs the user closes.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import { reviewOfTab } from './diffTabs.ts';
import type { PendingReviews } from '../pendingReviews.ts';
import type { ClosedDiffDeps, Reopening } from './reopening.ts';

/** Rejects a call whose diff is closed; if it has edits, comments or reasons, after the user had time to reopen it. */
export class ClosedDiffs implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #reopening: Reopening | undefined;

  constructor(pending: PendingReviews, deps: ClosedDiffDeps) {
    const load = onceUntilFailure(async () => {
      const { Reopening } = await import('./reopening.ts');
      return (this.#reopening = new Reopening(deps));
    });
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const reviews = closed.flatMap((tab) => pending.find(reviewOfTab(tab)) ?? []);
      if (reviews.length === 0) return;
      void load().then((reopening) => reopening.checkLater(reviews));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#reopening?.dispose();
  }
}
