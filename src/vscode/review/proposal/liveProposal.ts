// Updates the current state of a waiting call while the user edits its proposal and excludes parts of it.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { HunkInEditor } from '../../../core/change/hunks/hunkChoice.ts';
import { titleAfterReview } from '../../../core/change/reviewTexts.ts';
import { sha256Of } from '../../../tools/shared/appliedChanges.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { AmendedCall, HunkExclusion } from '../choices/userChoices.ts';
import type { ReviewedChanges } from './amendments.ts';
import type { Proposal } from './proposal.ts';

/** Debounce after the user's last edit, in milliseconds. */
const typingDelayMs = 200;

/** The proposal of a waiting call; updates the call's title, changes and counts while the user edits and excludes. */
export class LiveProposal implements vscode.Disposable {
  readonly proposal: Proposal;
  readonly #review: PendingReview;
  readonly #read: () => Promise<ReviewedChanges>;
  readonly #subscription: vscode.Disposable;
  /** Debounce timer; undefined if no edit waits to be read. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Each update waits for the one before it. */
  #lastUpdate: Promise<void> = Promise.resolve();
  /** Each exclusion of hunks waits for the one before it. */
  #lastRewrite: Promise<unknown> = Promise.resolve();

  /** @param read reads the call with the edits in the editor */
  constructor(review: PendingReview, proposal: Proposal, read: () => Promise<ReviewedChanges>) {
    this.#review = review;
    this.proposal = proposal;
    this.#read = read;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // The authority of a proposal's URI is the id of its review.
        if (document.uri.authority === review.id && contentChanges.length > 0) this.#scheduleUpdate();
      }),
      review.onDidChangeExclusions(() => this.#startUpdate()),
      // The warnings name a setting that hides white space in the diff: they are cached by the current state.
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('diffEditor.ignoreTrimWhitespace')) review.setCurrent({ ...review.current() });
      }),
    );
  }

  /** Rewrites the text of the diff after a choice of hunks; resolves once the call's current state includes it. */
  async excludeHunks(choice: HunkExclusion): Promise<void> {
    // If this fails, the text is unchanged, so the view keeps showing the hunk as before.
    const rewritten = this.#lastRewrite.then(() => this.proposal.excludeHunks(choice)).catch(() => undefined);
    this.#lastRewrite = rewritten;
    await rewritten;
    // If the text is in no open document, no event reports the change.
    this.#startUpdate();
    await this.#lastUpdate;
  }

  /** The call with all choices of hunks and everything typed so far. */
  async readSettled(): Promise<AmendedCall> {
    await this.#lastRewrite;
    if (this.#timer !== undefined) this.#startUpdate();
    await this.#lastUpdate;
    return this.#review.current();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#subscription.dispose();
  }

  #scheduleUpdate(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#startUpdate(), typingDelayMs);
  }

  #startUpdate(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastUpdate = this.#lastUpdate.then(() => this.#updateCurrent());
  }

  async #updateCurrent(): Promise<void> {
    const review = this.#review;
    // Rejects for text that the file's encoding cannot represent, which only the approval reports.
    const reviewed = await this.#read().catch(() => undefined);
    if (reviewed === undefined || review.closedSignal.aborted) return;
    const choices = choicesIn(reviewed.versions);
    const previous = review.current();
    if (hasSameChanges(previous.changes, reviewed.changes) && hasSameHunks(previous.hunks, choices.hunks)) return;
    const { title, changes: planned } = review.request;
    const excluded = new Set(reviewed.excluded);
    const amendedFrom = [...reviewed.versions].flatMap(([change, { base }]) =>
      excluded.has(change) ? [] : (base ?? change),
    );
    const outcome = { planned, accepted: reviewed.changes, amended: reviewed.isAmended, amendedFrom };
    review.setCurrent({ title: titleAfterReview(title, outcome), changes: reviewed.changes, ...choices });
  }
}

function choicesIn(versions: ReviewedChanges['versions']): Pick<AmendedCall, 'amended' | 'edited' | 'hunks'> {
  const amended = new Map<Change, Change>();
  const edited = new Set<Change>();
  const hunks = new Map<Change, readonly HunkInEditor[]>();
  for (const [planned, version] of versions) {
    if (planned !== version.change) amended.set(planned, version.change);
    if ((version.base ?? planned) !== version.change) edited.add(planned);
    if (version.hunks !== undefined) hunks.set(planned, version.hunks.hunks);
  }
  return { amended, edited, hunks };
}

function hasSameHunks(a: AmendedCall['hunks'], b: AmendedCall['hunks']): boolean {
  return JSON.stringify([...a.values()]) === JSON.stringify([...b.values()]);
}

function hasSameChanges(a: readonly Change[], b: readonly Change[]): boolean {
  return a.length === b.length && a.every((change, index) => isSameChange(change, b[index]));
}

/** Two versions of a planned change share `at`, the same object. */
function isSameChange(a: Change, b: Change | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.at !== b.at || !('after' in a) || !('after' in b)) return false;
  return sha256Of(a.after) === sha256Of(b.after);
}
