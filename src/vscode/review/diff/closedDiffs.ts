// Finds calls whose diffs the user closes.

import * as vscode from 'vscode';
import { reviewOfTab } from './diffTabs.ts';
import type { PendingReviews } from '../pendingReviews.ts';
import type { ClosedDiffDeps, Reopening } from './reopening.ts';

/** Rejects a call whose diff is closed. If it has edits, comments or reasons, waits until the user had time to reopen it. */
export class ClosedDiffs implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #reopening: Promise<Reopening> | undefined;

  constructor(pending: PendingReviews, deps: ClosedDiffDeps) {
    const load = async (): Promise<Reopening> => new (await import('./reopening.ts')).Reopening(deps);
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const reviews = closed.flatMap((tab) => pending.find(reviewOfTab(tab)) ?? []);
      if (reviews.length === 0) return;
      this.#reopening ??= load();
      void this.#reopening.then((reopening) => reopening.checkLater(reviews));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    void this.#reopening?.then((reopening) => reopening.dispose());
  }
}
