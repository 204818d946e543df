// Rewrites the proposal of one review as hunks are chosen, one choice after the other.

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

  /** Resolves once the diff shows the choice and it is counted. */
  async rewrite(choice: HunkExclusion): Promise<void> {
    // After a failure the text is as before, and the view shows the hunk so.
    const own = this.#last.then(() => this.proposal.chooseHunks(choice)).catch(() => undefined);
    this.#last = own;
    await own;
    await this.#recounting.again();
  }

  /** The call with all hunks chosen and everything typed so far. */
  async settled(): Promise<Current> {
    await this.#last;
    return this.#recounting.settled();
  }
}
