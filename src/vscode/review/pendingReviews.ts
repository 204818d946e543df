// Stores the calls that wait for a user's answer.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { excludeWithDependents, includeAgain } from '../../core/change/exclude.ts';
import type { HunkInEditor } from '../../core/change/hunkChoice.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Call, ReviewRequest } from '../../tools/ports/ports.ts';
import type { ShownOnScreen } from './screenTracker.ts';

/** A user's answer, and the surface on which it was given. */
export type ReviewAnswer =
  | { readonly approve: true; readonly surface: string; readonly seen: ShownOnScreen }
  | { readonly approve: false; readonly surface: string; readonly reason?: string };

/** The current state of a waiting call, as it would be written now. */
export interface Current {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** Changes that differ from the plan, by planned change. */
  readonly amended: ReadonlyMap<Change, Change>;
  /** Planned changes with the user's own edits, not only excluded hunks. */
  readonly edited: ReadonlySet<Change>;
  /** Hunks of the changes that the user touched, by planned change. */
  readonly hunks: ReadonlyMap<Change, readonly HunkInEditor[]>;
}

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

/** A call that waits for a user's answer. */
export interface PendingReview {
  readonly id: string;
  readonly request: ReviewRequest;
  readonly call: Call;
  /** Number of files in its diff. */
  readonly files: number;
  /** Whether any of its changes is protected. */
  readonly guarded: boolean;
  /** The first answer wins; later ones do nothing. */
  answer(answer: ReviewAnswer): void;
  /** Aborted by the answer, so that all other surfaces withdraw their questions. */
  readonly closed: AbortSignal;
  readonly answered: Promise<ReviewAnswer>;
  /** The excluded changes, including those that depend on an excluded one. */
  excluded(): ReadonlySet<Change>;
  /** Excludes changes from the call, or includes them again. */
  setExcluded(changes: readonly Change[], isExcluded: boolean, details?: ExclusionDetails): void;
  /** Fires when changes are excluded or included. */
  readonly onDidChoose: vscode.Event<ExclusionDetails>;
  /** The call as it would be written now; a new object on each change. */
  now(): Current;
  recount(current: Current): void;
  readonly onDidRecount: vscode.Event<void>;
  /** The user's reason for excluding a change, or one of its hunks. */
  reasonOf(change: Change, hunk?: number): string | undefined;
  setHunksExcluded(choice: HunkExclusion, details?: ExclusionDetails): void;
  readonly onDidChooseHunks: vscode.Event<HunkExclusion & ExclusionDetails>;
  /** Sentences about the user's exclusions from an earlier plan that no longer match. */
  readonly lostExclusions: string[];
  /** Number of the user's comments that are sent to the agent with the answer. */
  comments(): number;
  countComments(count: number): void;
}

/** Throttle in milliseconds of change events: thousands of calls may come or go at once. */
const fireInterval = 50;

/** All calls that wait for an answer, in order of arrival. The first one is shown to the user. */
export class PendingReviews {
  readonly #reviews = new Map<string, PendingReview>();
  readonly #turns = new Map<PendingReview, () => void>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Makes ids unique across reloads of the window, which tabs of old reviews survive. */
  readonly #idPrefix = `r${crypto.randomUUID().slice(0, 8)}`;
  #lastId = 0;
  #lastFired = Number.NEGATIVE_INFINITY;
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
    const closed = new AbortController();
    const { promise, resolve } = Promise.withResolvers<ReviewAnswer>();
    const answer = (given: ReviewAnswer): void => {
      if (closed.signal.aborted) return;
      this.#remove(review);
      call.signal.removeEventListener('abort', stopped);
      closed.abort();
      resolve(given);
      this.#fireChanged();
    };
    const stopped = (): void => answer({ approve: false, surface: 'stop', reason: 'The call was stopped.' });
    const review: PendingReview = {
      id: `${this.#idPrefix}-${++this.#lastId}`,
      request,
      call,
      files: withoutImpliedFolders(request.changes).length,
      guarded: request.verdict.protected,
      answer,
      closed: closed.signal,
      answered: promise,
      ...exclusionState(request, () => this.#fireChanged()),
    };
    this.#reviews.set(review.id, review);
    this.#fireChanged();
    if (call.signal.aborted) stopped();
    else call.signal.addEventListener('abort', stopped, { once: true });
    return review;
  }

  /** Resolves when the review is the first in the list, or is answered. */
  async whenFirst(review: PendingReview): Promise<void> {
    if (this.first === review || review.closed.aborted) return;
    await new Promise<void>((resolve) => this.#turns.set(review, resolve));
  }

  #remove(review: PendingReview): void {
    this.#reviews.delete(review.id);
    for (const each of [review, this.first]) {
      if (each === undefined) continue;
      this.#turns.get(each)?.();
      this.#turns.delete(each);
    }
  }

  #fireChanged(): void {
    if (this.#isScheduled) return;
    const wait = this.#lastFired + fireInterval - performance.now();
    const fire = (): void => {
      this.#isScheduled = false;
      this.#lastFired = performance.now();
      this.#changed.fire();
    };
    if (wait <= 0) return fire();
    this.#isScheduled = true;
    setTimeout(fire, wait);
  }
}

/** The changes of a call to display, without folders that are only created for a file. */
export function changesListed(review: PendingReview): readonly Change[] {
  return withoutImpliedFolders(review.request.changes);
}

/** The part of a review with the user's choices: exclusions, their reasons, and the number of comments. */
function exclusionState(
  { title, changes }: ReviewRequest,
  fireChanged: () => void,
): Omit<PendingReview, 'id' | 'request' | 'call' | 'files' | 'guarded' | 'answer' | 'closed' | 'answered'> {
  const chose = new vscode.EventEmitter<ExclusionDetails>();
  const recounted = new vscode.EventEmitter<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let now: Current = { title, changes, amended: new Map(), edited: new Set(), hunks: new Map() };
  let excluded: ReadonlySet<Change> = new Set();
  let chosen: ReadonlySet<Change> = new Set();
  const { reasons, ...hunkState } = stateOfHunks();
  let comments = 0;
  const recount = (current: Current): void => {
    clearTimeout(timer);
    now = current;
    recounted.fire();
    fireChanged();
  };
  return {
    ...hunkState,
    excluded: () => excluded,
    setExcluded: (wanted, isExcluded, details = {}) => {
      for (const change of wanted) {
        chosen = isExcluded ? new Set([...chosen, change]) : includeAgain(changes, chosen, change);
        reasons.set(change, isExcluded ? details.reason : undefined);
      }
      excluded = excludeWithDependents(changes, chosen);
      chose.fire(details);
      // A `recount` usually follows at once, so that one refresh of the view shows both.
      clearTimeout(timer);
      timer = setTimeout(fireChanged, fireInterval);
    },
    onDidChoose: chose.event,
    now: () => now,
    recount,
    onDidRecount: recounted.event,
    comments: () => comments,
    countComments: (count) => {
      comments = count;
      recount({ ...now });
    },
  };
}

type HunkState = Pick<PendingReview, 'reasonOf' | 'setHunksExcluded' | 'onDidChooseHunks' | 'lostExclusions'>;

/** Reasons of a user's choices, and choices of hunks, whose effect is in the text of the diff. */
function stateOfHunks(): HunkState & { readonly reasons: Reasons } {
  const chose = new vscode.EventEmitter<HunkExclusion & ExclusionDetails>();
  const reasons = new Reasons();
  return {
    reasons,
    reasonOf: (change, hunk) => reasons.get(change, hunk),
    setHunksExcluded: (hunks, details = {}) => {
      for (const one of hunks.indices) reasons.set(hunks.change, hunks.isExcluded ? details.reason : undefined, one);
      chose.fire({ ...hunks, ...details });
    },
    onDidChooseHunks: chose.event,
    lostExclusions: [],
  };
}

/** The user's reasons for excluding changes and hunks. */
class Reasons {
  readonly #all = new Map<Change, Map<number | undefined, string>>();

  get(change: Change, hunk?: number): string | undefined {
    return this.#all.get(change)?.get(hunk);
  }

  set(change: Change, reason: string | undefined, hunk?: number): void {
    const reasons = this.#all.get(change) ?? new Map<number | undefined, string>();
    this.#all.set(change, reasons);
    if (reason === undefined || reason === '') reasons.delete(hunk);
    else reasons.set(hunk, reason);
  }
}
