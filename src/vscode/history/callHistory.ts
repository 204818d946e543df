// Provides the history of applied calls from the journal: which are in effect, and their undo and redo.

import type * as vscode from 'vscode';
import type { FileContent } from '../../core/change/change.ts';
import { addToGroup } from '../../core/cache/maps.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredFile } from '../../core/journal/storedChange.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { FileQueue } from '../../tools/ports/ports.ts';
import type { JournalledApplier } from '../apply/applier.ts';
import type { Journal } from '../journal/journal.ts';
import type { Disk } from '../ports/localDisk.ts';

export interface HistoryDeps {
  readonly journal: Journal;
  readonly applier: JournalledApplier;
  readonly queue: FileQueue;
  readonly disk: Disk;
  /** Resolves once the journal is read. */
  readonly ready: () => Promise<unknown>;
  /** Fires when the journal's entries have changed. */
  readonly onDidChange: vscode.Event<void>;
}

/** Options for an undo or redo that waits for calls on the same files. */
export interface QueueOptions {
  /** Cancels it, and rolls back its writes. */
  readonly signal?: AbortSignal;
  /** Called with the titles of the calls that this one has to wait for. */
  readonly onWait?: (before: readonly Phrase[]) => void;
}

/**
 * Undoes and redoes applied calls, in any order. Never overwrites later edits: merges them line by line, or changes
 * nothing. Each undo and redo is a journal entry of its own, and is recovered like a call.
 */
export class History {
  readonly #deps: HistoryDeps;
  readonly onDidChange: vscode.Event<void>;
  #reverts = indexReverts([]);

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
    this.onDidChange = deps.onDidChange;
  }

  /** The applied calls, also those that were undone since, oldest first. */
  get calls(): readonly JournalEntry[] {
    return this.entries.filter((entry) => entry.reverts === undefined && entry.state === 'applied');
  }

  /** All entries of the journal, including undos and unfinished ones, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#deps.journal.entries;
  }

  get last(): JournalEntry | undefined {
    return this.calls.findLast((entry) => this.isInEffect(entry));
  }

  /** Whether an entry's changes are in effect: not undone, or redone since. */
  isInEffect(entry: JournalEntry): boolean {
    return this.#undoOf(entry) === undefined && !this.isRevertedTogether(entry);
  }

  /** Whether an entry was reverted together with other changes, by a revert of a turn in To Review. */
  isRevertedTogether({ id }: JournalEntry): boolean {
    const { together } = this.#indexedReverts();
    return together.get(id)?.some((revert) => this.#isApplied(revert)) === true;
  }

  /**
   * Whether an agent's own tool wrote the last call on a file.
   * @param path decoded path of the file's URI; the scheme is not compared, since the host's editors use their own
   */
  isHandedOver(path: string): boolean {
    const changesPath = ({ changes }: JournalEntry): boolean => changes.some(({ at }) => pathOfUri(at.uri) === path);
    return this.entries.findLast(changesPath)?.handedOver === true;
  }

  /** Finds an entry by its id. Waits for the journal, since VS Code may restore editors of old contents first. */
  async find(id: string): Promise<JournalEntry | undefined> {
    await this.#deps.ready();
    return this.entries.find((entry) => entry.id === id);
  }

  /** The entry of a call by the agent's id of it (`toolUse`). Waits until interrupted calls are recovered. */
  async findCall(toolUse: string): Promise<JournalEntry | undefined> {
    await this.refresh();
    return this.entries.findLast((entry) => entry.reverts === undefined && entry.caller?.toolUse === toolUse);
  }

  /** Loads one side of one change of an entry, with its bytes. Throws IO_ERROR if they are missing or damaged. */
  contentOf(entry: JournalEntry, side: StoredFile): Promise<FileContent> {
    return this.#deps.journal.contents.contentOf(entry.id, side);
  }

  /**
   * Undoes a call, or an earlier undo (which redoes the call), all or nothing.
   *
   * @returns false if it was no longer in effect, since it was undone meanwhile, here or in another window
   * @throws HistoryConflict; ToolError REJECTED if it was cancelled, IO_ERROR if it cannot be written.
   */
  async revert(entry: JournalEntry, options: QueueOptions = {}): Promise<boolean> {
    await this.#deps.ready();
    const { revertCall } = await import('./revertCall.ts');
    return revertCall(entry, this.#deps, () => this.isInEffect(entry), options);
  }

  /** Pins entries: see `Journal.pin`. */
  pin(entries: readonly JournalEntry[]): () => void {
    return this.#deps.journal.pin(entries);
  }

  /** Redoes a call that was undone. Returns and throws as `revert` does. */
  async redo(entry: JournalEntry, options: QueueOptions = {}): Promise<boolean> {
    const undo = this.#undoOf(entry);
    return undo !== undefined && this.revert(undo, options);
  }

  /** Reads the entries that other windows wrote. */
  async refresh(): Promise<void> {
    await this.#deps.ready();
    await this.#deps.journal.refresh();
  }

  /** Clears the history: see `Journal.clear`. */
  async clear(beforeDeletion?: () => Promise<void>): Promise<void> {
    await this.#deps.ready();
    return this.#deps.journal.clear(beforeDeletion);
  }

  /** The undo of an entry, if one is itself in effect. The recursion ends, since each undo is newer than its entry. */
  #undoOf({ id }: JournalEntry): JournalEntry | undefined {
    const { undos } = this.#indexedReverts();
    return undos.get(id)?.findLast((undo) => this.#isApplied(undo));
  }

  #isApplied(entry: JournalEntry): boolean {
    return entry.state === 'applied' && this.isInEffect(entry);
  }

  /** Cached, since the lists ask for each of thousands of entries. The journal replaces the array when it changes. */
  #indexedReverts(): RevertIndex {
    const { entries } = this;
    if (this.#reverts.entries !== entries) this.#reverts = indexReverts(entries);
    return this.#reverts;
  }
}

/** The undos and reverts of a journal, oldest first, by the ids of the entries that they revert. */
interface RevertIndex {
  readonly entries: readonly JournalEntry[];
  readonly undos: ReadonlyMap<string, readonly JournalEntry[]>;
  /** Reverts of a turn, which revert several entries together. */
  readonly together: ReadonlyMap<string, readonly JournalEntry[]>;
}

function indexReverts(entries: readonly JournalEntry[]): RevertIndex {
  const undos = new Map<string, JournalEntry[]>();
  const together = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    if (entry.reverts !== undefined) addToGroup(undos, entry.reverts, entry);
    for (const id of entry.takesBack ?? []) addToGroup(together, id, entry);
  }
  return { entries, undos, together };
}

/** The decoded path of a URI, without its scheme and authority. */
function pathOfUri(uri: string): string {
  return decodeURIComponent(uri.replace(/^[^/]+(?:\/\/[^/]*)?/, ''));
}
