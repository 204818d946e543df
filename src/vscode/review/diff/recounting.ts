// Updates the counts of a call while the user edits it.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { HunkInEditor } from '../../../core/change/hunkChoice.ts';
import { titleForFiles } from '../../../core/change/recount.ts';
import { sha256Of } from '../../../tools/shared/common.ts';
import type { Current, PendingReview } from '../pendingReviews.ts';
import type { ReviewedChanges } from './amendments.ts';

/** Debounce in milliseconds after the last edit. */
const typingPause = 200;

/** Updates title, changes and counts of a waiting call while the user edits and excludes. */
export class Recounting implements vscode.Disposable {
  readonly #review: PendingReview;
  readonly #read: () => Promise<ReviewedChanges>;
  readonly #subscription: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> = Promise.resolve();

  /** @param read reads the call with the edits in the editor */
  constructor(review: PendingReview, read: () => Promise<ReviewedChanges>) {
    this.#review = review;
    this.#read = read;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.authority === review.id && contentChanges.length > 0) this.#later();
      }),
      review.onDidChoose(() => this.#start()),
    );
  }

  /** The call with everything typed so far. */
  async settled(): Promise<Current> {
    if (this.#timer !== undefined) this.#start();
    await this.#reading;
    return this.#review.now();
  }

  /** Recounts after a choice that is in no open document. */
  again(): Promise<Current> {
    this.#start();
    return this.settled();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#subscription.dispose();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), typingPause);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reading = this.#reading.then(() => this.#recount());
  }

  async #recount(): Promise<void> {
    const review = this.#review;
    // Rejects for text that the file's encoding cannot represent; the approval then reports this.
    const read = await this.#read().catch(() => undefined);
    if (read === undefined || review.closed.aborted) return;
    const before = review.now();
    const amended = new Map<Change, Change>();
    const edited = new Set<Change>();
    const hunks = new Map<Change, readonly HunkInEditor[]>();
    for (const [planned, version] of read.versions) {
      if (planned !== version.change) amended.set(planned, version.change);
      if ((version.base ?? planned) !== version.change) edited.add(planned);
      if (version.hunks !== undefined) hunks.set(planned, version.hunks.hunks);
    }
    if (sameChanges(before.changes, read.changes) && sameHunks(before.hunks, hunks)) return;
    const { title, changes: planned } = review.request;
    const excluded = new Set(read.excluded);
    const amendedFrom = [...read.versions].flatMap(([change, { base }]) =>
      excluded.has(change) ? [] : (base ?? change),
    );
    const recount = { planned, kept: read.changes, amended: read.amended, amendedFrom };
    review.recount({ title: titleForFiles(title, recount), changes: read.changes, amended, edited, hunks });
  }
}

function sameHunks(one: Current['hunks'], other: Current['hunks']): boolean {
  return JSON.stringify([...one.values()]) === JSON.stringify([...other.values()]);
}

function sameChanges(one: readonly Change[], other: readonly Change[]): boolean {
  return one.length === other.length && one.every((change, index) => sameChange(change, other[index]));
}

function sameChange(one: Change, other: Change | undefined): boolean {
  if (one === other) return true;
  if (other === undefined || one.at !== other.at || !('after' in one) || !('after' in other)) return false;
  return sha256Of(one.after) === sha256Of(other.after);
}
