// Selects the first items of a long stream in sorted order (top k), for the limited lists of files of searches.

import { firstSorted } from '../../../core/text/firstSorted.ts';
import { runYielding } from '../../../async/eventLoop.ts';

/** Candidates collected in addition, so that a small `count` does not cause a selection at each `add`. */
const extraCandidates = 2000;

/** Selects the first `count` of any number of added items by `compare`, in memory for about four times as many. */
export class FirstItems<Item> {
  readonly #maxItems: number;
  readonly #compare: (a: Item, b: Item) => number;
  /** The first `#maxItems` items so far, and perhaps later ones; in no order. */
  #candidates: Item[] = [];
  #total = 0;

  constructor(count: number, compare: (a: Item, b: Item) => number) {
    this.#maxItems = count;
    this.#compare = compare;
  }

  /** Number of all items added so far. */
  get total(): number {
    return this.#total;
  }

  /** Await each call before the next one. */
  async add(items: readonly Item[]): Promise<void> {
    this.#total += items.length;
    for (const item of items) this.#candidates.push(item);
    // A selection runs only after three times as many new items as it keeps, so each item is compared a few times only.
    const maxCandidates = 4 * this.#maxItems + extraCandidates;
    if (this.#candidates.length > maxCandidates) await this.#keepFirst();
  }

  /** The first items, in any order. Valid until more are added. */
  async unsorted(): Promise<readonly Item[]> {
    if (this.#candidates.length > this.#maxItems) await this.#keepFirst();
    return this.#candidates;
  }

  /** As `unsorted`, but sorted. */
  async sorted(): Promise<readonly Item[]> {
    await this.#keepFirst();
    return this.#candidates;
  }

  /** Keeps only the first `#maxItems` candidates, and sorts them. */
  async #keepFirst(): Promise<void> {
    this.#candidates = await runYielding(firstSorted(this.#candidates, this.#maxItems, this.#compare));
  }
}
