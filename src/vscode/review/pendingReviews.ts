// Stores the calls that wait for the user's answer, and notifies all surfaces of their changes.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { withoutImpliedFolders } from '../../core/change/summary.ts';
import type { Call, ReviewRequest } from '../../tools/ports/ports.ts';
import type { DisplayProof } from './screenTracker.ts';
import { createUserChoices, withoutLateExclusions, type UserChoices } from './choices/userChoices.ts';

/** Where the user answered, or by which command. */
type AnswerSource = 'chat' | 'editor' | 'closed diff' | 'approve and remember' | 'approve all' | 'reject all';

/** Why a call ended without an answer: it was stopped, or its review failed. */
type UnansweredCause = 'stop' | 'failure';

/** An answer, or that the call ended without one. `surface` is recorded in the audit log. */
export type ReviewAnswer = (
  | {
      readonly approve: true;
      readonly surface: 'chat' | 'editor' | 'approve and remember' | 'approve all';
      readonly proof: DisplayProof;
      /** Remembers the approval, as in `Approval`. */
      readonly remember?: () => Promise<void>;
    }
  | { readonly approve: false; readonly surface: AnswerSource | UnansweredCause; readonly reason?: string }
) & {
  /** Whether the diff had the focus, which then goes to what is behind it. */
  readonly inDiff?: boolean;
};

/** A call that waits for a user's answer. */
export interface PendingReview extends UserChoices {
  /** Unique; also the authority of the URIs of its proposed files. */
  readonly id: string;
  readonly request: ReviewRequest;
  readonly call: Call;
  /** Number of files in its diff, including excluded ones. */
  readonly fileCount: number;
  /** Whether any of its changes is protected. */
  readonly isProtected: boolean;
  /** The first answer wins; later ones do nothing. */
  answer(answer: ReviewAnswer): void;
  /** Aborted by the answer, so that all other surfaces withdraw their questions. */
  readonly closedSignal: AbortSignal;
  /** The first answer. Never rejects. */
  readonly answered: Promise<ReviewAnswer>;
}

/** Minimum interval of change events (throttle): thousands of calls may come or go at once. */
const fireIntervalMs = 50;

/** All calls that wait for an answer, in order of arrival. The first one is shown to the user. */
export class PendingReviews {
  readonly #reviews = new Map<string, PendingReview>();
  /** Resolvers of `whenFirst`, by review. */
  readonly #whenFirstResolvers = new Map<PendingReview, () => void>();
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changeEmitter.event;
  /** Makes ids unique across reloads of the window, which tabs of old reviews survive. */
  readonly #idPrefix = `r${crypto.randomUUID().slice(0, 8)}`;
  #lastId = 0;
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  /** Time of the last event, by `performance.now`. */
  #lastFiredMs = Number.NEGATIVE_INFINITY;
  /** Whether a timer will fire the event. */
  #isScheduled = false;

  get all(): readonly PendingReview[] {
    return [...this.#reviews.values()];
  }

  get count(): number {
    return this.#reviews.size;
  }

  get first(): PendingReview | undefined {
    return this.#reviews.values().next().value;
  }

  /** Time of the last `ReviewAnswer` (so also of a stop or failure), by `performance.now`; negative infinity before. */
  get lastAnswerMs(): number {
    return this.#lastAnswerMs;
  }

  /** Finds a waiting call; undefined once it is answered. */
  find(id: string | undefined): PendingReview | undefined {
    return id === undefined ? undefined : this.#reviews.get(id);
  }

  /** Adds a call until it is answered. If `call.signal` is aborted, rejects it as `stop`. */
  add(request: ReviewRequest, call: Call): PendingReview {
    const closing = new AbortController();
    const { promise, resolve } = Promise.withResolvers<ReviewAnswer>();
    // Uses `review`, which exists before anyone can call this.
    const answer = (reviewAnswer: ReviewAnswer): void => {
      if (closing.signal.aborted) return;
      this.#removeReview(review);
      this.#lastAnswerMs = performance.now();
      call.signal.removeEventListener('abort', stop);
      closing.abort();
      resolve(reviewAnswer);
      this.#fireChange();
    };
    const stop = (): void => answer({ approve: false, surface: 'stop', reason: 'The call was stopped.' });
    const review: PendingReview = {
      id: `${this.#idPrefix}-${++this.#lastId}`,
      request,
      call,
      fileCount: withoutImpliedFolders(request.changes).length,
      isProtected: request.verdict.protected,
      answer,
      closedSignal: closing.signal,
      answered: promise,
      ...withoutLateExclusions(
        createUserChoices(request, () => this.#fireChange()),
        closing.signal,
      ),
    };
    this.#reviews.set(review.id, review);
    this.#fireChange();
    if (call.signal.aborted) stop();
    else call.signal.addEventListener('abort', stop, { once: true });
    return review;
  }

  /** Resolves when the review is the first in the list, or is answered. To be called once for a review. */
  async whenFirst(review: PendingReview): Promise<void> {
    if (this.first === review || review.closedSignal.aborted) return;
    await new Promise<void>((resolve) => this.#whenFirstResolvers.set(review, resolve));
  }

  /** Removes a call. Resolves `whenFirst` for it, and for the call that is the first one now. */
  #removeReview(review: PendingReview): void {
    this.#reviews.delete(review.id);
    this.#endWait(review);
    if (this.first !== undefined) this.#endWait(this.first);
  }

  #endWait(review: PendingReview): void {
    this.#whenFirstResolvers.get(review)?.();
    this.#whenFirstResolvers.delete(review);
  }

  #fireChange(): void {
    if (this.#isScheduled) return;
    const waitMs = this.#lastFiredMs + fireIntervalMs - performance.now();
    const fire = (): void => {
      this.#isScheduled = false;
      this.#lastFiredMs = performance.now();
      this.#changeEmitter.fire();
    };
    if (waitMs <= 0) return fire();
    this.#isScheduled = true;
    setTimeout(fire, waitMs);
  }
}

/** The changes of a call to display, without folders that are only created for a file. */
export function displayedChangesOf(review: PendingReview): readonly Change[] {
  return withoutImpliedFolders(review.request.changes);
}

/** Of the displayed changes, those that are excluded. */
export function excludedChangesOf(review: PendingReview): readonly Change[] {
  return displayedChangesOf(review).filter((change) => review.excluded().has(change));
}
