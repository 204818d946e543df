// Stores the calls that wait for a user's answer.

import * as vscode from 'vscode';
import { createHunkChoices, type ExclusionDetails, type HunkChoices } from './hunkChoices.ts';
import type { Change } from '../../core/change/change.ts';
import { excludeWithDependents, includeAgain } from '../../core/change/exclude.ts';
import type { HunkInEditor } from '../../core/change/hunkChoice.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Call, ReviewRequest } from '../../tools/ports/ports.ts';
import type { DisplayProof } from './screenTracker.ts';

/** A user's answer, and the surface on which it was given. */
export type ReviewAnswer =
  | { readonly approve: true; readonly surface: string; readonly proof: DisplayProof }
  | { readonly approve: false; readonly surface: string; readonly reason?: string };

/** The current state of a waiting call, as it would be written now. */
export interface CurrentCall {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** Changes that differ from the plan, by planned change. */
  readonly amended: ReadonlyMap<Change, Change>;
  /** Planned changes with the user's own edits, not only excluded hunks. */
  readonly edited: ReadonlySet<Change>;
  /** Hunks of the changes that the user touched, by planned change. */
  readonly hunks: ReadonlyMap<Change, readonly HunkInEditor[]>;
}

/** A call that waits for a user's answer. */
export interface PendingReview extends HunkChoices {
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
  readonly answered: Promise<ReviewAnswer>;
  /** The excluded changes, including those that depend on an excluded one. */
  excluded(): ReadonlySet<Change>;
  /** Excludes changes from the call, or includes them again. */
  setExcluded(changes: readonly Change[], isExcluded: boolean, details?: ExclusionDetails): void;
  /** Fires when changes are excluded or included. */
  readonly onDidChangeExclusions: vscode.Event<ExclusionDetails>;
  /** The call as it would be written now; a new object on each change. */
  current(): CurrentCall;
  /** Sets the result of `current`, after the user's edits were read again. */
  setCurrent(current: CurrentCall): void;
  readonly onDidChangeCurrent: vscode.Event<void>;
  /** Number of the user's comments that are sent to the agent with the answer. */
  commentCount(): number;
  setCommentCount(count: number): void;
}

/** Minimum interval of change events (throttle): thousands of calls may come or go at once. */
const fireIntervalMs = 50;

/** All calls that wait for an answer, in order of arrival. The first one is shown to the user. */
export class PendingReviews {
  readonly #reviews = new Map<string, PendingReview>();
  /** Ends the wait of `whenFirst`. */
  readonly #resolveTurns = new Map<PendingReview, () => void>();
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changeEmitter.event;
  /** Makes ids unique across reloads of the window, which tabs of old reviews survive. */
  readonly #idPrefix = `r${crypto.randomUUID().slice(0, 8)}`;
  #lastId = 0;
  /** By `performance.now`. */
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

  find(id: string | undefined): PendingReview | undefined {
    return id === undefined ? undefined : this.#reviews.get(id);
  }

  /** Adds a call until it is answered. A cancelled call is rejected. */
  add(request: ReviewRequest, call: Call): PendingReview {
    const closing = new AbortController();
    const { promise, resolve } = Promise.withResolvers<ReviewAnswer>();
    const answer = (reviewAnswer: ReviewAnswer): void => {
      if (closing.signal.aborted) return;
      this.#removeReview(review);
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
      ...createUserChoices(request, () => this.#fireChange()),
    };
    this.#reviews.set(review.id, review);
    this.#fireChange();
    if (call.signal.aborted) stop();
    else call.signal.addEventListener('abort', stop, { once: true });
    return review;
  }

  /** Resolves when the review is the first in the list, or is answered. */
  async whenFirst(review: PendingReview): Promise<void> {
    if (this.first === review || review.closedSignal.aborted) return;
    await new Promise<void>((resolve) => this.#resolveTurns.set(review, resolve));
  }

  #removeReview(review: PendingReview): void {
    this.#reviews.delete(review.id);
    for (const each of [review, this.first]) {
      if (each === undefined) continue;
      this.#resolveTurns.get(each)?.();
      this.#resolveTurns.delete(each);
    }
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
export function listedChangesOf(review: PendingReview): readonly Change[] {
  return withoutImpliedFolders(review.request.changes);
}

/** Creates the part of a review that the user changes: exclusions, their reasons, and the number of comments. */
function createUserChoices(
  { title, changes }: ReviewRequest,
  fireChange: () => void,
): Omit<
  PendingReview,
  'id' | 'request' | 'call' | 'fileCount' | 'isProtected' | 'answer' | 'closedSignal' | 'answered'
> {
  const exclusionEmitter = new vscode.EventEmitter<ExclusionDetails>();
  const currentEmitter = new vscode.EventEmitter<void>();
  let fireTimer: ReturnType<typeof setTimeout> | undefined;
  let current: CurrentCall = { title, changes, amended: new Map(), edited: new Set(), hunks: new Map() };
  // `directlyExcluded` has the user's choices; `excluded` adds the changes that depend on them.
  let excluded: ReadonlySet<Change> = new Set();
  let directlyExcluded: ReadonlySet<Change> = new Set();
  const { reasons, ...hunkChoices } = createHunkChoices();
  let commentCount = 0;
  const setCurrent = (newCurrent: CurrentCall): void => {
    clearTimeout(fireTimer);
    current = newCurrent;
    currentEmitter.fire();
    fireChange();
  };
  return {
    ...hunkChoices,
    excluded: () => excluded,
    setExcluded: (targets, isExcluded, details = {}) => {
      for (const change of targets) {
        directlyExcluded = isExcluded
          ? new Set([...directlyExcluded, change])
          : includeAgain(changes, directlyExcluded, change);
        reasons.set(change, isExcluded ? details.reason : undefined);
      }
      excluded = excludeWithDependents(changes, directlyExcluded);
      exclusionEmitter.fire(details);
      // A `setCurrent` usually follows at once, so that one refresh of the view shows both.
      clearTimeout(fireTimer);
      fireTimer = setTimeout(fireChange, fireIntervalMs);
    },
    onDidChangeExclusions: exclusionEmitter.event,
    current: () => current,
    setCurrent,
    onDidChangeCurrent: currentEmitter.event,
    commentCount: () => commentCount,
    setCommentCount: (count) => {
      commentCount = count;
      setCurrent({ ...current });
    },
  };
}
