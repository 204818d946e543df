// Selects the first items of a long stream in sorted order (top k).
import { firstSorted } from '../../core/async/firstSorted.ts';
import { runYielding } from '../../async/eventLoop.ts';

/** Selects the first `count` of any number of added items in an order, in memory for about four times as many. */
export class FirstItems<Item> {
  readonly #count: number;
  readonly #compare: (a: Item, b: Item) => number;
  #kept: Item[] = [];
  #total = 0;

  constructor(count: number, compare: (a: Item, b: Item) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  /** Number of items added. */
  get total(): number {
    return this.#total;
  }

  async add(items: readonly Item[]): Promise<void> {
    this.#total += items.length;
    for (const item of items) this.#kept.push(item);
    if (this.#kept.length > 4 * this.#count + 2000) await this.#cut();
  }

  /** The first items, sorted. */
  async sorted(): Promise<readonly Item[]> {
    await this.#cut();
    return this.#kept;
  }

  async #cut(): Promise<void> {
    this.#kept = await runYielding(firstSorted(this.#kept, this.#count, this.#compare));
  }
}
