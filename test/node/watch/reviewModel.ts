// A model of a few files that agents and the person change, and of what the person has seen of them.
import { renameSync } from 'node:fs';
import type { ReviewItem } from '../../../src/core/watch/reviewItem.ts';
import type { Draw } from '../../random.ts';
import type { FolderUnderReview } from './folderUnderReview.ts';
import { isSame, textOf, withWord, type Words } from './words.ts';

const names = ['a', 'b', 'c', 'd/e'];
/** Words of each file. */
const slots = 3;

/** What the person has seen of a file, and what is on disk. */
interface Place {
  readonly seen: Words;
  readonly disk: Words;
}

interface Edit {
  readonly name: string;
  readonly slot: number;
  readonly before: string;
}

/** Does at random what commands, approved calls and the person do to the files, and knows what the list must have then. */
export class ReviewModel {
  readonly done: string[] = [];
  readonly #places = new Map<string, Place>();
  /** Of the approved edits that can be undone: the newest last. */
  readonly #edits: Edit[] = [];
  /** Paths that commands and calls have touched since the last scan. */
  readonly #touched = { command: new Set<string>(), call: new Set<string>() };
  #head = new Map<string, Words>();
  #wordCount = 0;
  readonly #review: FolderUnderReview;
  readonly #draw: Draw;

  constructor(review: FolderUnderReview, draw: Draw) {
    this.#review = review;
    this.#draw = draw;
  }

  /** What is to be reviewed, as `FolderUnderReview.listed` has it. */
  get differing(): unknown[] {
    return [...this.#places]
      .filter(([, { seen, disk }]) => !isSame(seen, disk))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { seen, disk }]) => [name, textOf(seen), textOf(disk)]);
  }

  async start(): Promise<void> {
    for (const name of names) await this.#commandWrites(name);
    await this.scan();
    await this.keepAll();
  }

  async act(): Promise<void> {
    const name = names[this.#draw(names.length)] ?? '';
    const actions = [
      () => this.#commandWrites(name),
      () => this.#commandWrites(name),
      () => this.#commandDeletes(name),
      () => this.#callEdits(name),
      () => this.#callEdits(name),
      () => this.#callCreates(name),
      () => this.#callDeletes(name),
      () => this.#callMoves(name, names[this.#draw(names.length)] ?? ''),
      () => this.#undoEdit(),
      () => this.#commit(),
      () => this.#checkOut(),
      () => this.scan(),
      () => this.#keep(name),
      () => this.#revert(name),
    ];
    await actions[this.#draw(actions.length)]?.();
  }

  async scan(): Promise<void> {
    this.done.push('scan');
    await this.#review.watch.scan(this.#review.window);
    this.#review.window.forget();
    for (const touched of Object.values(this.#touched)) touched.clear();
  }

  async keepAll(): Promise<void> {
    await this.#review.watch.accept([...this.#review.watch.items.values()]);
    for (const [name, { disk }] of this.#places) this.#set(name, { seen: disk, disk });
  }

  /** Writes the baselines of all items, and returns the texts of all files that are there then. */
  async revertAll(): Promise<ReadonlyMap<string, string | undefined>> {
    for (const item of this.#review.watch.items.values()) await this.#writeBaseline(item);
    await this.scan();
    return new Map(names.map((name) => [name, this.#review.textOnDisk(name)]));
  }

  get seen(): ReadonlyMap<string, string | undefined> {
    return new Map(names.map((name) => [name, textOf(this.#places.get(name)?.seen)]));
  }

  async #commandWrites(name: string): Promise<void> {
    const { seen, disk } = this.#placeOf(name);
    const after = disk === undefined ? this.#newFile() : withWord(disk, this.#draw(slots), this.#newWord());
    // The scan after all would take a call's edit between two commands for theirs.
    if (this.#touched.command.has(name) && this.#touched.call.has(name)) await this.scan();
    this.done.push(`command writes ${name}: ${after.join()}`);
    this.#review.put(name, textOf(after));
    this.#set(name, { seen, disk: after }, 'command');
  }

  async #commandDeletes(name: string): Promise<void> {
    // The scan after both would not see what the call brought.
    if (this.#touched.call.has(name)) await this.scan();
    this.done.push(`command deletes ${name}`);
    this.#review.put(name, undefined);
    this.#set(name, { ...this.#placeOf(name), disk: undefined }, 'command');
  }

  async #callEdits(name: string): Promise<void> {
    const slot = this.#draw(slots);
    const before = this.#placeOf(name).disk?.[slot];
    if (before === undefined) return;
    this.#edits.push({ name, slot, before });
    await this.#reviewedEdit(name, slot, this.#newWord());
  }

  async #undoEdit(): Promise<void> {
    const edit = this.#edits.pop();
    if (edit === undefined || this.#placeOf(edit.name).disk === undefined) return;
    // The scan after all would see a file that is as it was.
    if (this.#touched.command.has(edit.name)) await this.scan();
    await this.#reviewedEdit(edit.name, edit.slot, edit.before);
  }

  async #reviewedEdit(name: string, slot: number, word: string): Promise<void> {
    const { seen, disk = [] } = this.#placeOf(name);
    const after = withWord(disk, slot, word);
    this.done.push(`call edits ${name}: ${after.join()}`);
    await this.#callWrites(name, disk, after);
    // Where a command has changed the same word, the person's change is taken back with it.
    const isMerged = seen?.[slot] === disk[slot];
    this.#set(name, { seen: seen !== undefined && isMerged ? withWord(seen, slot, word) : seen, disk: after }, 'call');
  }

  async #callCreates(name: string): Promise<void> {
    const { seen, disk } = this.#placeOf(name);
    if (disk !== undefined) return;
    const after = this.#newFile();
    this.done.push(`call creates ${name}: ${after.join()}`);
    await this.#callWrites(name, undefined, after);
    this.#set(name, { seen: seen ?? after, disk: after }, 'call');
  }

  async #callDeletes(name: string): Promise<void> {
    const { disk } = this.#placeOf(name);
    if (disk === undefined) return;
    // The scan after both would not see a file that was made.
    if (this.#touched.command.has(name) || this.#touched.call.has(name)) await this.scan();
    this.done.push(`call deletes ${name}`);
    await this.#callWrites(name, disk, undefined);
    this.#set(name, { seen: undefined, disk: undefined }, 'call');
  }

  /** After a scan, as before each call that moves files. Onto a file: as one call that deletes it first. */
  async #callMoves(from: string, to: string): Promise<void> {
    const { seen, disk } = this.#placeOf(from);
    const replaced = this.#placeOf(to);
    if (disk === undefined || from === to) return;
    if (this.#touched.command.has(from) || this.#touched.command.has(to)) await this.scan();
    this.done.push(`call moves ${from} to ${to}`);
    if (replaced.disk !== undefined) await this.#callWrites(to, replaced.disk, undefined);
    this.#review.put(to, undefined);
    this.#review.ground.sh('mkdir -p d');
    renameSync(this.#review.ground.at(from), this.#review.ground.at(to));
    await this.#review.window.renamed(from, to, textOf(disk) ?? '', true);
    const isDeletionListed = replaced.disk === undefined && replaced.seen !== undefined;
    this.#set(from, { seen: isDeletionListed && !isSame(seen, disk) ? seen : undefined, disk: undefined }, 'call');
    this.#set(to, { seen: isDeletionListed ? replaced.seen : seen, disk }, 'call');
    if (isDeletionListed) await this.scan();
  }

  async #commit(): Promise<void> {
    this.done.push('commit');
    this.#review.ground.commit();
    this.#head = new Map([...this.#places].map(([name, { disk }]) => [name, disk]));
  }

  /** As a command does it. */
  async #checkOut(): Promise<void> {
    const present = [...this.#head].filter(([, words]) => words !== undefined);
    if (present.length === 0) return;
    if (present.some(([name]) => this.#touched.call.has(name))) await this.scan();
    this.done.push('check out');
    this.#review.ground.git('checkout', '-q', 'HEAD', '--', '.');
    for (const [name, words] of present) {
      const { seen, disk } = this.#placeOf(name);
      if (!isSame(words, disk)) this.#set(name, { seen, disk: words }, 'command');
    }
  }

  async #keep(name: string): Promise<void> {
    await this.scan();
    const item = this.#review.watch.items.get(name);
    if (item === undefined) return;
    this.done.push(`keep ${name}`);
    await this.#review.watch.accept([item]);
    const { disk } = this.#placeOf(name);
    this.#set(name, { seen: disk, disk });
  }

  async #revert(name: string): Promise<void> {
    await this.scan();
    const item = this.#review.watch.items.get(name);
    if (item === undefined) return;
    this.done.push(`revert ${name}`);
    await this.#writeBaseline(item);
    const { seen } = this.#placeOf(name);
    this.#set(name, { seen, disk: seen });
    await this.scan();
  }

  async #writeBaseline({ path, baseline }: ReviewItem): Promise<void> {
    const text = await this.#review.text(baseline);
    const before = this.#review.textOnDisk(path);
    this.#review.put(path, text);
    await this.#review.window.saved(path, before, text);
  }

  async #callWrites(name: string, before: Words, after: Words): Promise<void> {
    this.#review.put(name, textOf(after));
    await this.#review.window.saved(name, textOf(before), textOf(after));
  }

  #placeOf(name: string): Place {
    return this.#places.get(name) ?? { seen: undefined, disk: undefined };
  }

  #set(name: string, place: Place, toucher?: 'call' | 'command'): void {
    if (toucher !== undefined) this.#touched[toucher].add(name);
    if (place.seen === undefined && place.disk === undefined) this.#places.delete(name);
    else this.#places.set(name, place);
  }

  #newFile(): readonly string[] {
    return Array.from({ length: slots }, () => this.#newWord());
  }

  #newWord(): string {
    return String(this.#wordCount++);
  }
}
