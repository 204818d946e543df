// Detects that the user closes the diff of a waiting call.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import { reviewIdOfTab } from './diffTabs.ts';
import type { PendingReviews } from '../pendingReviews.ts';
import type { ClosedDiffDeps, ClosedDiffChecks } from './closedDiffChecks.ts';

/** Rejects a call whose diff is closed. If it has edits, comments or reasons, the user first has time to reopen it. */
export class ClosedDiffs implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #checks: ClosedDiffChecks | undefined;

  constructor(pending: PendingReviews, deps: ClosedDiffDeps) {
    const load = onceUntilFailure(async () => {
      const { ClosedDiffChecks } = await import('./closedDiffChecks.ts');
      return (this.#checks = new ClosedDiffChecks(deps));
    });
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // `reviewIdOfTab` finds none for a diff of several calls, whose closing rejects none.
      const reviews = closed.flatMap((tab) => pending.find(reviewIdOfTab(tab)) ?? []);
      if (reviews.length === 0) return;
      void load().then((checks) => checks.checkLater(reviews));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#checks?.dispose();
  }
}
