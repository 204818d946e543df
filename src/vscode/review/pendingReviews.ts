import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { exclude, include } from '../../core/change/exclude.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Call, ReviewRequest } from '../../tools/ports/ports.ts';
import type { Seen } from './screen.ts';

/** How a person answered, and on which surface. */
export type Answer =
  | { readonly approve: true; readonly surface: string; readonly seen: Seen }
  | { readonly approve: false; readonly surface: string; readonly reason?: string };

/** A waiting call as it would be written now. */
export interface Current {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** What the person made of the changes that they amended. */
  readonly amended: ReadonlyMap<Change, Change>;
}

/** How a person excluded changes or included them: with a reason if they gave one, in the diff or elsewhere. */
export interface Choice {
  readonly reason?: string;
  readonly inDiff?: boolean;
}

/** A call that waits for a person's answer. */
export interface PendingReview {
  readonly id: string;
  readonly request: ReviewRequest;
  readonly call: Call;
  /** How many files its diff shows. */
  readonly files: number;
  /** Whether anything of it is protected. */
  readonly guarded: boolean;
  /** The first answer wins; later ones do nothing. */
  answer(answer: Answer): void;
  /** Aborted as soon as there is an answer, so that every other surface withdraws its question. */
  readonly closed: AbortSignal;
  readonly answered: Promise<Answer>;
  /** The changes that the person does not want, with what cannot be without them. */
  leftOut(): ReadonlySet<Change>;
  /** Excludes changes from the call, or includes them again. */
  leaveOut(changes: readonly Change[], out: boolean, how?: Choice): void;
  /** Fires as soon as something is excluded or included. */
  readonly onDidChoose: vscode.Event<Choice>;
  /** The call as it would be written now: another object whenever that is something else. */
  now(): Current;
  recount(current: Current): void;
  readonly onDidRecount: vscode.Event<void>;
  /** Why a change was left out, in the person's words. */
  reasonOf(change: Change): string | undefined;
}

/** For so long, in milliseconds, changes of the list are told together: thousands of calls may come, or go, at once. */
const toldAtMostEvery = 50;

/** All calls that wait for an answer, in the order in which they came. The first of them is shown to the person. */
export class PendingReviews {
  readonly #reviews = new Map<string, PendingReview>();
  readonly #turns = new Map<PendingReview, () => void>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Tabs outlive a reload of the window, and must not pass for those of a later call. */
  readonly #window = `r${crypto.randomUUID().slice(0, 8)}`;
  #lastId = 0;
  #lastTold = Number.NEGATIVE_INFINITY;
  #telling = false;

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

  /** Adds a call; it leaves the list by its answer. A call that is stopped is rejected. */
  add(request: ReviewRequest, call: Call): PendingReview {
    const closed = new AbortController();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const answer = (given: Answer): void => {
      if (closed.signal.aborted) return;
      this.#remove(review);
      call.signal.removeEventListener('abort', stopped);
      closed.abort();
      resolve(given);
      this.#tell();
    };
    const stopped = (): void => answer({ approve: false, surface: 'stop', reason: 'The call was stopped.' });
    const review: PendingReview = {
      id: `${this.#window}-${++this.#lastId}`,
      request,
      call,
      files: withoutImpliedFolders(request.changes).length,
      guarded: request.verdict.protected,
      answer,
      closed: closed.signal,
      answered: promise,
      ...choosing(request, () => this.#tell()),
    };
    this.#reviews.set(review.id, review);
    this.#tell();
    if (call.signal.aborted) stopped();
    else call.signal.addEventListener('abort', stopped, { once: true });
    return review;
  }

  /** Resolves when the review is the first in the list, or has been answered before. */
  async turn(review: PendingReview): Promise<void> {
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

  #tell(): void {
    if (this.#telling) return;
    const left = this.#lastTold + toldAtMostEvery - performance.now();
    const tell = (): void => {
      this.#telling = false;
      this.#lastTold = performance.now();
      this.#changed.fire();
    };
    if (left <= 0) return tell();
    this.#telling = true;
    setTimeout(tell, left);
  }
}

/** What a person leaves out of a call, and why. */
function choosing(
  { title, changes }: ReviewRequest,
  tell: () => void,
): Pick<PendingReview, 'leftOut' | 'leaveOut' | 'reasonOf' | 'onDidChoose' | 'now' | 'recount' | 'onDidRecount'> {
  const chose = new vscode.EventEmitter<Choice>();
  const recounted = new vscode.EventEmitter<void>();
  let later: ReturnType<typeof setTimeout> | undefined;
  let now: Current = { title, changes, amended: new Map() };
  let out: ReadonlySet<Change> = new Set();
  let chosen: ReadonlySet<Change> = new Set();
  const reasons = new Map<Change, string>();
  return {
    leftOut: () => out,
    leaveOut: (wanted, isOut, how = {}) => {
      for (const change of wanted) {
        chosen = isOut ? new Set([...chosen, change]) : include(changes, chosen, change);
        if (isOut && how.reason !== undefined && how.reason !== '') reasons.set(change, how.reason);
        else reasons.delete(change);
      }
      out = exclude(changes, chosen);
      chose.fire(how);
      // Usually it is recounted before: then the view is told once, and no key falls between two of its refreshes.
      clearTimeout(later);
      later = setTimeout(tell, toldAtMostEvery);
    },
    onDidChoose: chose.event,
    now: () => now,
    recount: (current) => {
      clearTimeout(later);
      now = current;
      recounted.fire();
      tell();
    },
    onDidRecount: recounted.event,
    reasonOf: (change) => reasons.get(change),
  };
}
