// Tracks which waiting calls are completely on screen, and since when: only these can be approved.

import * as vscode from 'vscode';
import type { Visibility } from '../../core/rules/approvalGate.ts';
import { activeTabs, reviewIdsOfTab, showsWholeFile, isMultiFileDiff } from './diff/diffTabs.ts';

/**
 * Proof that a call was completely on screen; every approval requires it. Only `ScreenTracker` can create it: the class
 * is exported as a type only, and its protected member keeps other objects from matching that type.
 */
class DisplayProof {
  protected readonly brand = true;
}
export type { DisplayProof };

/** The part of a waiting call that the tracker needs. */
interface TrackedReview {
  readonly id: string;
  /** Number of files in its diff. */
  readonly fileCount: number;
  /** Aborted by the answer. */
  readonly closedSignal: AbortSignal;
}

interface TrackedReviews {
  find(id: string): TrackedReview | undefined;
}

/** Tracks which calls are on screen, by the active tab of each group, and which diffs lack a choice of the user. */
export class ScreenTracker implements vscode.Disposable {
  readonly #pending: TrackedReviews;
  readonly #subscription: vscode.Disposable;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  /** Times since which calls are completely on screen, by call id, in `performance.now` milliseconds. */
  #completeSinceById = new Map<string, number>();
  /** Number of the last choice that a call's open diff does not show, by call id. Such a call cannot be approved. */
  readonly #outdatingChoices = new Map<string, number>();
  #lastChoice = 0;

  constructor(pending: TrackedReviews) {
    this.#pending = pending;
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    this.#subscription = vscode.Disposable.from(
      this.#changeEmitter,
      onDidChangeTabs(() => this.#updateAndFire()),
      onDidChangeTabGroups(() => this.#updateAndFire()),
      // Diffs that appeared while the window was in the background count from now.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#completeSinceById.clear();
        this.#updateAndFire();
      }),
    );
  }

  /** The part of a call that is on screen now. */
  visibilityOf({ id }: TrackedReview): Visibility {
    this.#update();
    if (this.#completeSinceById.has(id)) return 'whole';
    return activeTabs().some((tab) => reviewIdsOfTab(tab).includes(id)) ? 'part' : 'none';
  }

  /**
   * The time since which a call has been completely on screen without interruption, by `performance.now`; infinity if
   * it is not. Call `visibilityOf` right before: it notices changes without an event.
   */
  completeSinceMs({ id }: TrackedReview): number {
    return this.#completeSinceById.get(id) ?? Number.POSITIVE_INFINITY;
  }

  /** The proof that an approval needs; undefined if the call is not completely on screen. */
  proofOfDisplay(review: TrackedReview): DisplayProof | undefined {
    return this.visibilityOf(review) === 'whole' ? new DisplayProof() : undefined;
  }

  /**
   * Marks a call's open diff as outdated by a choice (an exclusion or inclusion), until `markUpToDate`. Returns the
   * number of the choice.
   */
  markOutdated({ id }: TrackedReview): number {
    const choice = ++this.#lastChoice;
    this.#outdatingChoices.set(id, choice);
    this.#updateAndFire();
    return choice;
  }

  /** Marks a call's diff as up to date with a choice; no effect without one, or if another was made since. */
  markUpToDate({ id }: TrackedReview, choice: number | undefined): void {
    if (choice === undefined || this.#outdatingChoices.get(id) !== choice) return;
    this.#outdatingChoices.delete(id);
    this.#updateAndFire();
  }

  /** Number of the last choice that a call's open diff does not show; undefined if it shows all. */
  outdatingChoiceOf({ id }: TrackedReview): number | undefined {
    return this.#outdatingChoices.get(id);
  }

  /** Resolves to the proof once a call is completely on screen; to undefined if it is answered before. */
  whenComplete(review: TrackedReview): Promise<DisplayProof | undefined> {
    const { closedSignal } = review;
    return new Promise((resolve) => {
      const check = (): void => {
        const isAnswered = closedSignal.aborted;
        const proof = isAnswered ? undefined : this.proofOfDisplay(review);
        if (proof === undefined && !isAnswered) return;
        subscription.dispose();
        resolve(proof);
      };
      const subscription = this.#changeEmitter.event(check);
      closedSignal.addEventListener('abort', check, { once: true });
      check();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #updateAndFire(): void {
    this.#update();
    this.#changeEmitter.fire();
  }

  #update(): void {
    const now = performance.now();
    const ids = activeTabs()
      .flatMap((tab) => this.#reviewsWhollyIn(tab))
      .filter((id) => !this.#outdatingChoices.has(id));
    this.#completeSinceById = new Map(ids.map((id) => [id, this.#completeSinceById.get(id) ?? now]));
  }

  /** Ids of the calls that a tab shows completely: all in a multi-file diff, or a call with a single file. */
  #reviewsWhollyIn(tab: vscode.Tab): readonly string[] {
    const ids = reviewIdsOfTab(tab);
    if (isMultiFileDiff(tab)) return ids;
    return showsWholeFile(tab) ? ids.filter((id) => this.#pending.find(id)?.fileCount === 1) : [];
  }
}
