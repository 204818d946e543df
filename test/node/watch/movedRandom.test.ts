import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { numbersFrom, type Draw } from '../../random.ts';
import { FolderUnderReview } from './folderUnderReview.ts';

/** Sequences (more by hand: REDLINE_SEQUENCES=500), and what happens in each. */
const [sequences, steps] = [Number(process.env['REDLINE_SEQUENCES'] ?? 40), 10];
const names = ['a', 'b', 'c', 'd'];

/** A path: what the person has seen of the file that is there, or was until a command deleted it, and what is on disk. */
interface Place {
  readonly seen: string | undefined;
  readonly disk: string | undefined;
}

/**
 * A model of a few files that calls move and delete, and commands write and delete. Looks before what a look cannot find
 * out afterwards: a file that a command wrote, and a call took away; one that a call brought, and a command deleted.
 */
class Model {
  readonly done: string[] = [];
  readonly #places = new Map<string, Place>();
  /** Who has touched each path since the last scan. */
  readonly #touchers = { call: new Set<string>(), command: new Set<string>() };
  readonly #review: FolderUnderReview;
  readonly #draw: Draw;

  constructor(review: FolderUnderReview, draw: Draw) {
    this.#review = review;
    this.#draw = draw;
  }

  /** What is to be reviewed, as `FolderUnderReview.listed` has it. */
  get differing(): unknown[] {
    const all = [...this.#places]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { seen, disk }]) => [name, seen, disk]);
    return all.filter(([, seen, disk]) => seen !== disk);
  }

  async start(): Promise<void> {
    for (const name of names) await this.#command(name, `${name}\n`);
    await this.scan();
    await this.#review.watch.accept([...this.#review.watch.items.values()]);
    for (const [name, { disk }] of this.#places) this.#places.set(name, { seen: disk, disk });
  }

  act(step: number): Promise<void> {
    const [name = '', to = ''] = [this.#pick(), this.#pick()];
    switch (this.#draw(8)) {
      case 0:
        return this.#command(name, `${step}\n`);
      case 1:
        return this.#command(name, undefined);
      case 2:
        return this.#callDeletes(name);
      case 3:
        return this.scan();
      default:
        return this.#callMoves(name, to);
    }
  }

  async scan(): Promise<void> {
    this.done.push('scan');
    await this.#review.watch.scan(this.#review.window);
    this.#review.window.forget();
    for (const touched of Object.values(this.#touchers)) touched.clear();
  }

  async #command(name: string, text: string | undefined): Promise<void> {
    if (text === undefined && this.#touchers.call.has(name)) await this.scan();
    this.done.push(text === undefined ? `command deletes ${name}` : `command writes ${text.trim()} to ${name}`);
    if (text === undefined) rmSync(this.#review.ground.at(name), { force: true });
    else this.#review.ground.write({ [name]: text });
    this.#set(name, { seen: this.#places.get(name)?.seen, disk: text }, 'command');
  }

  async #callDeletes(name: string): Promise<void> {
    const disk = this.#places.get(name)?.disk;
    if (disk === undefined) return;
    if (this.#touchers.command.has(name)) await this.scan();
    this.done.push(`call deletes ${name}`);
    rmSync(this.#review.ground.at(name));
    await this.#review.window.saved(name, disk, undefined);
    this.#places.delete(name);
  }

  /** Onto a file, as one call that deletes it first. Where a deletion is to be reviewed, both names keep what was seen. */
  async #callMoves(from: string, to: string): Promise<void> {
    const { seen, disk } = this.#places.get(from) ?? {};
    if (disk === undefined || from === to) return;
    if (this.#touchers.command.has(from)) await this.scan();
    this.done.push(`call moves ${from} to ${to}`);
    const replaced = this.#places.get(to);
    if (replaced?.disk !== undefined) await this.#review.window.saved(to, replaced.disk, undefined);
    renameSync(this.#review.ground.at(from), this.#review.ground.at(to));
    await this.#review.window.renamed(from, to, disk, true);
    const isDeletionListed = replaced !== undefined && replaced.disk === undefined;
    this.#places.delete(from);
    if (isDeletionListed && seen !== disk) this.#set(from, { seen, disk: undefined }, 'call');
    this.#set(to, { seen: isDeletionListed ? replaced.seen : seen, disk }, 'call');
    // Moved on before a scan, the file would leave the deletion where it is.
    if (isDeletionListed) await this.scan();
  }

  #set(name: string, place: Place, toucher: 'call' | 'command'): void {
    this.#touchers[toucher].add(name);
    if (place.seen === undefined && place.disk === undefined) this.#places.delete(name);
    else this.#places.set(name, place);
  }

  #pick(): string | undefined {
    return names[this.#draw(names.length)];
  }
}

describe('random sequences of moves by calls, with commands between them', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  it(`leave each file its own changes to review, ${sequences} times`, async function () {
    this.timeout(0);
    for (let seed = 1; seed <= sequences; seed++) {
      const model = new Model(review, numbersFrom(seed));
      await model.start();
      for (let step = 0; step < steps; step++) await model.act(step);
      await model.scan();
      assert.deepEqual(await review.listed(), model.differing, `seed ${seed}: ${model.done.join('; ')}`);
    }
  });
});
