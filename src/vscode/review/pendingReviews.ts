import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { leaveOut, takeIn } from '../../core/leaveOut.ts';
import type { Call, ReviewRequest } from '../../tools/ports.ts';

/** How a person answered, and on which surface. */
export type Answer =
  | { readonly approve: true; readonly surface: string }
  | { readonly approve: false; readonly surface: string; readonly reason?: string };

/** A call that waits for a person's answer. */
export interface PendingReview {
  readonly id: string;
  readonly request: ReviewRequest;
  readonly call: Call;
  /** The first answer wins; later ones do nothing. */
  answer(answer: Answer): void;
  /** Aborted as soon as there is an answer, so that every other surface withdraws its question. */
  readonly closed: AbortSignal;
  readonly answered: Promise<Answer>;
  /** The changes that the person does not want, with what cannot be without them. */
  readonly leftOut: ReadonlySet<Change>;
  /** Leaves changes out of the call, with the person's reason if they gave one, or takes them in again. */
  leaveOut(changes: readonly Change[], out: boolean, reason?: string): void;
  /** Why a change was left out, in the person's words. */
  reasonOf(change: Change): string | undefined;
}

/** All calls that wait for an answer, in the order in which they came. The first of them is shown to the person. */
export class PendingReviews {
  readonly #reviews: PendingReview[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #lastId = 0;

  get all(): readonly PendingReview[] {
    return this.#reviews;
  }

  get first(): PendingReview | undefined {
    return this.#reviews[0];
  }

  find(id: string | undefined): PendingReview | undefined {
    return this.#reviews.find((review) => review.id === id);
  }

  /** Adds a call; it leaves the list by its answer. A call that is stopped is rejected. */
  add(request: ReviewRequest, call: Call): PendingReview {
    const closed = new AbortController();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const answer = (given: Answer): void => {
      if (closed.signal.aborted) return;
      this.#reviews.splice(this.#reviews.indexOf(review), 1);
      call.signal.removeEventListener('abort', stopped);
      closed.abort();
      resolve(given);
      this.#changed.fire();
    };
    const stopped = (): void => answer({ approve: false, surface: 'stop', reason: 'The call was stopped.' });
    let chosen: ReadonlySet<Change> = new Set();
    const reasons = new Map<Change, string>();
    const review: PendingReview = {
      id: `r${++this.#lastId}`,
      request,
      call,
      answer,
      closed: closed.signal,
      answered: promise,
      get leftOut() {
        return leaveOut(request.changes, chosen);
      },
      leaveOut: (changes, out, reason) => {
        for (const change of changes) {
          chosen = out ? new Set([...chosen, change]) : takeIn(request.changes, chosen, change);
          if (out && reason !== undefined && reason !== '') reasons.set(change, reason);
          else reasons.delete(change);
        }
        this.#changed.fire();
      },
      reasonOf: (change) => reasons.get(change),
    };
    this.#reviews.push(review);
    this.#changed.fire();
    if (call.signal.aborted) stopped();
    else call.signal.addEventListener('abort', stopped, { once: true });
    return review;
  }

  /** Resolves when the review is the first in the list, or has been answered before. */
  async turn(review: PendingReview): Promise<void> {
    while (this.first !== review && !review.closed.aborted) {
      await new Promise<void>((resolve) => {
        const once = this.onDidChange(() => {
          once.dispose();
          resolve();
        });
      });
    }
  }
}
