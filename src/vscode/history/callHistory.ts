import type * as vscode from 'vscode';
import type { Change, FileContent } from '../../core/change/change.ts';
import { inverseOf, notKept } from '../../core/change/inverse.ts';
import type { JournalEntry, NewEntry, StoredFile } from '../../core/journal/journalEntry.ts';
import { isForGood } from '../../core/journal/keptFiles.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { FileQueue } from '../../tools/ports/fileQueue.ts';
import type { JournalledApplier } from '../apply/applier.ts';
import type { Journal } from '../journal/journal.ts';
import type { Disk } from '../ports/localDisk.ts';

export interface HistoryParts {
  readonly journal: Journal;
  readonly applier: JournalledApplier;
  readonly queue: FileQueue;
  readonly platform: Disk;
  /** Resolves when the journal is read. */
  readonly ready: () => Promise<unknown>;
  /** Tells that there are other entries in the journal. */
  readonly onDidChange: vscode.Event<void>;
}

/** How a person's step meets calls that are at work on the same files. */
export interface Turn {
  /** Calls the step off: while it waits nothing happens, later what it began is taken back. */
  readonly signal?: AbortSignal;
  /** Called at once with what the step waits for, where it has to. */
  readonly onWait?: (before: readonly Phrase[]) => void;
}

/**
 * Takes applied calls back and does them again, in any order. Later work is never overwritten: it is merged line by
 * line, or nothing happens. Each step is journalled as a call is, and so survives being cut off.
 */
export class History {
  readonly #parts: HistoryParts;
  readonly onDidChange: vscode.Event<void>;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.onDidChange = parts.onDidChange;
  }

  /** The calls, oldest first. */
  get calls(): readonly JournalEntry[] {
    return this.#parts.journal.entries.filter((entry) => entry.reverts === undefined && entry.state === 'applied');
  }

  /** The last call that is in effect. */
  get last(): JournalEntry | undefined {
    return this.calls.findLast((entry) => this.isInEffect(entry));
  }

  /** Whether a step is applied and not taken back (or taken back and done again). */
  isInEffect(entry: JournalEntry): boolean {
    return this.#revertOf(entry) === undefined;
  }

  /** A step, by its id; also for an editor that a restart brought back before the journal was read. */
  async find(id: string): Promise<JournalEntry | undefined> {
    await this.#parts.ready();
    return this.#parts.journal.entries.find((entry) => entry.id === id);
  }

  /** The changes of a step, with their bytes. Throws IO_ERROR where bytes are gone or damaged. */
  changesOf(entry: JournalEntry): Promise<Change[]> {
    return this.#parts.journal.changesOf(entry);
  }

  /** One side of one change of a step, with its bytes. Throws as `changesOf` does. */
  contentOf(entry: JournalEntry, side: StoredFile): Promise<FileContent> {
    return this.#parts.journal.contentOf(entry, side);
  }

  /**
   * Takes a step back, all of it or nothing.
   *
   * @throws HistoryConflict; ToolError REJECTED where it was called off, IO_ERROR where it cannot be written.
   */
  async revert(entry: JournalEntry, { signal = new AbortController().signal, ...who }: Turn = {}): Promise<void> {
    const { applier, journal, queue, platform, ready } = this.#parts;
    await ready();
    const lost = entry.changes.find(isForGood);
    if (lost !== undefined) throw notKept(lost.at.path);
    const inverses = inverseOf(await this.changesOf(entry));
    const reals = [...new Set(inverses.flatMap(locationsOf).map(({ real }) => real))];
    const named = entry.phrase ?? entry.title;
    const title = entry.reverts === undefined ? phrase('Undo "{0}"', named) : phrase('Redo "{0}"', named);
    const place = await queue.enter(reals, signal, { title, ...who });
    try {
      await journal.refresh();
      if (!this.isInEffect(entry)) return;
      const { asThingsStand } = await import('./historyInverse.ts');
      const back = await asThingsStand(inverses, platform, entry.reverts === undefined ? 'undo' : 'redo');
      await applier.run(back, { ...aboutOf(entry), reverts: entry.id }, { isCall: false, signal });
    } finally {
      place.leave();
    }
  }

  /** Keeps steps that are to be taken back one after the other, until what is answered is called. */
  hold(entries: readonly JournalEntry[]): () => void {
    return this.#parts.journal.hold(entries);
  }

  /** Does a call again that was taken back. Throws as `revert` does. */
  async redo(entry: JournalEntry, turn: Turn = {}): Promise<void> {
    const taken = this.#revertOf(entry);
    if (taken !== undefined) await this.revert(taken, turn);
  }

  /** Takes over what other windows of the workspace did. */
  async refresh(): Promise<void> {
    await this.#parts.ready();
    await this.#parts.journal.refresh();
  }

  async clear(): Promise<void> {
    await this.#parts.ready();
    return this.#parts.journal.clear();
  }

  #revertOf(entry: JournalEntry): JournalEntry | undefined {
    return this.#parts.journal.entries.findLast(
      (each) => each.reverts === entry.id && each.state === 'applied' && this.isInEffect(each),
    );
  }
}

function aboutOf({ title, phrase, tool, session, permissions }: JournalEntry): NewEntry {
  return {
    title,
    ...(phrase === undefined ? {} : { phrase }),
    tool,
    ...(session === undefined ? {} : { session }),
    ...(permissions === undefined ? {} : { permissions }),
  };
}
