// Rewrites the proposal of one review on each choice of hunks, serialized.

import type { Current, HunkExclusion } from '../pendingReviews.ts';
import type { Proposal } from './proposal.ts';
import type { Recounting } from './recounting.ts';

export class HunkRewrites {
  readonly proposal: Proposal;
  readonly #recounting: Recounting;
  #last: Promise<unknown> = Promise.resolve();

  constructor(proposal: Proposal, recounting: Recounting) {
    this.proposal = proposal;
    this.#recounting = recounting;
  }

  /** Resolves once the diff shows the choice and the counts include it. */
  async rewrite(choice: HunkExclusion): Promise<void> {
    // After a failure the text is unchanged, and the view shows the hunk accordingly.
    const rewritten = this.#last.then(() => this.proposal.chooseHunks(choice)).catch(() => undefined);
    this.#last = rewritten;
    await rewritten;
    await this.#recounting.again();
  }

  /** The call with all choices of hunks and everything typed so far. */
  async settled(): Promise<Current> {
    await this.#last;
    return this.#recounting.settled();
  }
}
