// Stores the user's reasons for exclusions, and announces choices of hunks, for `PendingReviews`.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';

/** Details of an exclusion or inclusion: the user's reason, and whether it was made in the diff. */
export interface ExclusionDetails {
  readonly reason?: string;
  readonly inDiff?: boolean;
}

/** Hunks of a change (by index) that the user excludes or includes. */
export interface HunkExclusion {
  readonly change: Change;
  readonly indices: readonly number[];
  readonly isExcluded: boolean;
}

/** The part of a review with the choices of hunks, and the reasons for all exclusions. */
export interface HunkChoices {
  /** The user's reason for excluding a change, or one of its hunks. */
  reasonOf(change: Change, hunk?: number): string | undefined;
  setHunksExcluded(choice: HunkExclusion, details?: ExclusionDetails): void;
  readonly onDidExcludeHunks: vscode.Event<HunkExclusion & ExclusionDetails>;
  /** Sentences about the user's exclusions from an earlier plan that no longer match. */
  readonly lostExclusionTexts: string[];
}

/** Creates the reasons, and the choices of hunks. What a choice excludes is read from the text in the diff, not stored here. */
export function createHunkChoices(): HunkChoices & { readonly reasons: Reasons } {
  const hunkEmitter = new vscode.EventEmitter<HunkExclusion & ExclusionDetails>();
  const reasons = new Reasons();
  return {
    reasons,
    reasonOf: (change, hunk) => reasons.get(change, hunk),
    setHunksExcluded: (hunks, details = {}) => {
      for (const index of hunks.indices)
        reasons.set(hunks.change, hunks.isExcluded ? details.reason : undefined, index);
      hunkEmitter.fire({ ...hunks, ...details });
    },
    onDidExcludeHunks: hunkEmitter.event,
    lostExclusionTexts: [],
  };
}

/** The user's reasons for excluding changes and hunks. */
class Reasons {
  readonly #byChangeAndHunk = new Map<Change, Map<number | undefined, string>>();

  get(change: Change, hunk?: number): string | undefined {
    return this.#byChangeAndHunk.get(change)?.get(hunk);
  }

  set(change: Change, reason: string | undefined, hunk?: number): void {
    const reasons = this.#byChangeAndHunk.get(change) ?? new Map<number | undefined, string>();
    this.#byChangeAndHunk.set(change, reasons);
    if (reason === undefined || reason === '') reasons.delete(hunk);
    else reasons.set(hunk, reason);
  }
}
