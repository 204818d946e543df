import { firstInTurns } from '../../core/async/firstOf.ts';
import { runYielding } from '../../tools/pipeline/yielding.ts';

/** Keeps the first items in an order, of any number that come, in memory for a few times as many as are wanted. */
export class FirstItems<Item> {
  readonly #count: number;
  readonly #compare: (a: Item, b: Item) => number;
  #kept: Item[] = [];
  #total = 0;

  constructor(count: number, compare: (a: Item, b: Item) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  /** How many came. */
  get total(): number {
    return this.#total;
  }

  async add(items: readonly Item[]): Promise<void> {
    this.#total += items.length;
    for (const item of items) this.#kept.push(item);
    if (this.#kept.length > 4 * this.#count + 2000) await this.#cut();
  }

  /** Those that are first, sorted. */
  async sorted(): Promise<readonly Item[]> {
    await this.#cut();
    return this.#kept;
  }

  async #cut(): Promise<void> {
    this.#kept = await runYielding(firstInTurns(this.#kept, this.#count, this.#compare));
  }
}
