// Implements the write-ahead journal, which all windows of a workspace share: for each entry a JSON file and its bytes.
// Flushes the bytes before the entry, and the entry before its first file is written.
import { setNewest } from '../../core/cache/maps.ts';
import type { Change } from '../../core/change/change.ts';
import { selectBeyondLimits, createDeletableTest, idAfter, sortEntries } from '../../core/journal/journalFiles.ts';
import {
  createEntry,
  hasSameChanges,
  replaceChanges,
  type JournalEntry,
  type NewEntry,
} from '../../core/journal/journalEntry.ts';
import type { DecodeText } from '../../core/journal/storedChange.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { Log } from '../shared/log.ts';
import { Blobs } from './blobs.ts';
import type { Claims, Lease } from './lease.ts';
import { EntryFiles } from './entryFiles.ts';

export interface JournalDeps {
  readonly storage: StorageFolder;
  readonly lease: Lease;
  readonly claims: Claims;
  readonly log: Log;
  /** Maximum number of calls, and bytes of contents; the newest call is always kept. */
  readonly getLimits: () => { readonly entries: number; readonly bytes: number };
  readonly decode: DecodeText;
  /** Called when `entries` has changed. */
  readonly onChange: () => void;
}

/**
 * Life of an entry: `begin` → "applying" → `finish` → "applied" → pruned or cleared. `drop` deletes an entry without
 * a change. `abandon` leaves it "applying"; then, or if its window dies, another window may `claim` and recover it.
 */
export class Journal {
  readonly #files: EntryFiles;
  readonly #blobs: Blobs;
  readonly #deps: JournalDeps;
  /** Entries that are being applied or rolled back in this window. Each holds the lease once; `abandon` ends both. */
  readonly #inProgressHere = new Set<JournalEntry>();
  /** Ids of entries deleted here. A read that started earlier may still return them, so `refresh` drops them. */
  readonly #deletedIds = new Map<string, true>();
  /** Applied entries that are not yet saved as applied; `saveFinished` retries them. */
  readonly #finishedButUnsaved = new Set<JournalEntry>();
  /** Entries that `pin` exempts from the limits. */
  readonly #pinnedGroups = new Set<readonly JournalEntry[]>();
  /** What the entries store, to be read. */
  readonly contents: Pick<Blobs, 'changesOf' | 'changeOf' | 'contentOf' | 'largeCopies'>;
  /** Ids of unfinished entries that recovery found outside the workspace, so that `clear` may delete them. */
  readonly outsideIds = new Set<string>();
  #entries: readonly JournalEntry[] = [];

  constructor(deps: JournalDeps) {
    this.#files = new EntryFiles(deps.storage, deps.log);
    this.#blobs = new Blobs(deps.storage, deps.decode);
    this.contents = this.#blobs;
    this.#deps = deps;
  }

  /** All entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Unfinished entries of other windows, oldest first: interrupted, or still in progress there. */
  get unfinished(): readonly JournalEntry[] {
    return this.#entries.filter(({ state, owner }) => state === 'applying' && owner !== this.#deps.lease.id);
  }

  /** Reads entries that other windows wrote or deleted, only new ones if `onlyNew`. Returns the ids of damaged ones. */
  async refresh({ onlyNew = false } = {}): Promise<readonly string[]> {
    const entriesAtStart = new Set(this.#entries);
    // Entries that are not settled are read again, and replaced, since other windows may change them.
    const isSettled = (entry: JournalEntry): boolean => entry.state === 'applied' || this.#inProgressHere.has(entry);
    const skippedIds = new Set(this.#entries.filter((entry) => onlyNew || isSettled(entry)).map(({ id }) => id));
    const { ids, entries, damagedIds } = await this.#files.readNew(skippedIds);
    const isBegunHere = (entry: JournalEntry): boolean => this.#inProgressHere.has(entry) || !entriesAtStart.has(entry);
    const isSkippedAndStored = ({ id }: JournalEntry): boolean => skippedIds.has(id) && ids.has(id);
    const remaining = this.#entries.filter((entry) => isBegunHere(entry) || isSkippedAndStored(entry));
    const remainingIds = new Set(remaining.map(({ id }) => id));
    const added = entries.filter(({ id }) => !remainingIds.has(id) && !this.#deletedIds.has(id));
    if (added.length === 0 && remaining.length === this.#entries.length) return damagedIds;
    this.#entries = sortEntries([...remaining, ...added]);
    this.#deps.onChange();
    return damagedIds;
  }

  /** Writes an entry ahead of its change. When this resolves, both sides are on the device. */
  async begin(changes: readonly Change[], attributes: NewEntry): Promise<JournalEntry> {
    await this.refresh();
    const id = idAfter(this.#entries.at(-1)?.id);
    const entry = createEntry({ ...attributes, id, owner: this.#deps.lease.id }, changes);
    // Added before the first await, so that no other call gets the same id and no refresh drops the entry.
    this.#inProgressHere.add(entry);
    this.#entries = [...this.#entries, entry];
    try {
      await this.#deps.lease.acquire();
      await this.saveFinished();
      await this.#blobs.write(entry.id, changes, attributes.reverts);
      await this.#files.write(entry);
      // Before the entry existed, a window with a wrong clock may have removed its bytes as old leftovers.
      if (!(await this.#blobs.has(entry.id, changes))) await this.#blobs.write(entry.id, changes, attributes.reverts);
    } catch (cause) {
      await this.drop(entry).catch(() => undefined);
      throw cause;
    }
    return entry;
  }

  /** Whether an entry is under this window's lease; after a long silence another one may have recovered it. */
  readonly isUnderOwnLease = ({ id }: JournalEntry): Promise<boolean> =>
    this.#files.isUnderLease(id, this.#deps.lease.id);

  /** Saves an entry as applied, with the written changes; on a full disk, marks it in place with the planned ones. */
  async finish(entry: JournalEntry, changes?: readonly Change[]): Promise<void> {
    const isAsPlanned = changes === undefined || hasSameChanges(entry, changes);
    // Parts of the plan were rolled back, or an agent wrote others. Until that is saved, the entry stays unfinished.
    const isPlanFalse = !isAsPlanned && (entry.handedOver === true || changes.length < entry.changes.length);
    entry.state = 'applied';
    this.#finishedButUnsaved.add(entry);
    try {
      if (!isAsPlanned) {
        await this.#blobs.writeSaved(entry, changes);
        await runYielding(replaceChanges(entry, changes));
      }
      await this.#writeFinished(entry);
    } catch (cause) {
      if (!isPlanFalse) await this.#files.markApplied(entry.id, this.#deps.lease.id).catch(() => undefined);
      else if (!hasSameChanges(entry, changes) && this.#finishedButUnsaved.delete(entry)) entry.state = 'applying';
      throw cause;
    } finally {
      await this.abandon(entry);
      this.#deps.onChange();
    }
    await this.#prune();
  }

  /** Deletes an entry whose change did not happen. */
  async drop(entry: JournalEntry): Promise<void> {
    try {
      await this.#delete([entry]);
    } finally {
      await this.abandon(entry);
      this.#deps.onChange();
    }
  }

  /** Ends the work on an entry in this window; an unfinished one is left for recovery. Idempotent. */
  async abandon(entry: JournalEntry): Promise<void> {
    if (!this.#inProgressHere.delete(entry)) return;
    await this.#deps.claims.release(entry.id);
    await this.#deps.lease.release();
  }

  /** Takes over an unfinished entry. False if its window still holds the lease, or a third window was faster. */
  async claim(entry: JournalEntry): Promise<boolean> {
    if (entry.owner !== undefined && (await this.#deps.lease.isHeld(entry.owner))) return false;
    this.#inProgressHere.add(entry);
    let isClaimed = false;
    try {
      await this.#deps.lease.acquire();
      isClaimed = (await this.#deps.claims.take(entry.id, entry.owner)) && (await this.#files.isStillUnfinished(entry));
      if (!isClaimed) return false;
      // A refresh may have replaced the caller's entry by a new object.
      this.#entries = this.#entries.map((known) => (known.id === entry.id ? entry : known));
      entry.owner = this.#deps.lease.id;
      await this.#files.write(entry);
      return true;
    } finally {
      if (!isClaimed) await this.abandon(entry);
    }
  }

  /** Exempts entries from the limits until the returned function is called, since each undo adds an entry. */
  pin(entries: readonly JournalEntry[]): () => void {
    this.#pinnedGroups.add(entries);
    return () => void this.#pinnedGroups.delete(entries);
  }

  /** Deletes all entries that are applied or lost, and not needed. Those begun while `beforeDeletion` runs stay. */
  async clear(beforeDeletion?: () => Promise<void>): Promise<void> {
    await this.refresh();
    const deletable = new Map<string, JournalEntry>();
    for (const entry of this.#entries)
      if (entry.state === 'applied' || (await this.#isLost(entry))) deletable.set(entry.id, entry);
    await beforeDeletion?.();
    const others = this.#entries.filter(({ id }) => !deletable.has(id));
    await this.#delete([...deletable.values()].filter(this.#createDeletableTest(others)));
    for (const id of await this.#files.deleteDamaged()) await this.#blobs.delete({ id, changes: [] });
    await this.removeLeftovers();
    this.#deps.onChange();
  }

  async removeLeftovers(): Promise<void> {
    await (await import('./leftovers.ts')).removeLeftovers(this.#deps.storage, this.#entries);
  }

  async #prune(): Promise<void> {
    const { entries, bytes } = this.#deps.getLimits();
    const excess = selectBeyondLimits(this.#entries, entries, bytes).filter(this.#createDeletableTest(this.#entries));
    if (excess.length > 0) await this.#delete(excess).finally(() => this.#deps.onChange());
  }

  #createDeletableTest(others: readonly JournalEntry[]): (entry: JournalEntry) => boolean {
    return createDeletableTest([...this.#pinnedGroups, ...this.#inProgressHere].flat(), others);
  }

  /** Whether this window claimed an entry but cannot recover it: its folder is not open, or its bytes are gone. */
  async #isLost(entry: JournalEntry): Promise<boolean> {
    const isAbandoned = entry.owner === this.#deps.lease.id && !this.#inProgressHere.has(entry);
    return isAbandoned && (this.outsideIds.has(entry.id) || (await this.#blobs.isLost(entry)));
  }

  async #delete(entries: readonly JournalEntry[]): Promise<void> {
    const deleted = new Set(entries);
    this.#entries = this.#entries.filter((entry) => !deleted.has(entry));
    for (const entry of entries) {
      this.#finishedButUnsaved.delete(entry);
      setNewest(this.#deletedIds, entry.id, true, 10_000);
    }
    // Oldest first: if this is interrupted, no call stays in effect whose undo is deleted.
    for (const { id } of entries) await this.#files.delete(id);
    await forEachConcurrently(entries, (entry) => this.#blobs.delete(entry));
    await this.refresh();
  }

  /** Saves finished entries again, so that no start rolls them back. Throws errors of the disk. */
  async saveFinished(): Promise<void> {
    for (const entry of this.#finishedButUnsaved) {
      // Another window may have recovered and deleted the entry meanwhile.
      if (await this.isUnderOwnLease(entry)) await this.#writeFinished(entry);
      else this.#finishedButUnsaved.delete(entry);
    }
  }

  async #writeFinished(entry: JournalEntry): Promise<void> {
    await this.#files.write({ ...entry, owner: undefined });
    this.#finishedButUnsaved.delete(entry);
  }
}
