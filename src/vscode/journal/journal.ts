import type { Change, FileContent } from '../../core/change/change.ts';
import { beyondLimits, idAfter, inOrder } from '../../core/journal/journalOrder.ts';
import { bytesOf, isStoredIn, openEntry, toStored } from '../../core/journal/journalEntry.ts';
import type { DecodeText, JournalEntry, NewEntry, StoredChange, StoredFile } from '../../core/journal/journalEntry.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Log } from '../shared/log.ts';
import { Blobs, blobsFolder } from './blobs.ts';
import { claimsFolder, type Claims } from './claims.ts';
import { EntryFiles, journalFolder } from './entryFiles.ts';
import type { KeptAt } from '../ports/localDisk.ts';
import type { Lease } from './lease.ts';

/** The folders of a storage that are the history's. */
export const storageFolders = [journalFolder, blobsFolder, 'owners', claimsFolder] as const;

export interface JournalParts {
  readonly storage: StorageFolder;
  readonly owner: Lease;
  readonly claims: Claims;
  readonly log: Log;
  /** How many calls, and bytes of contents, are kept; the newest call always is. */
  readonly limits: () => { readonly entries: number; readonly bytes: number };
  readonly decode: DecodeText;
  /** Called when the entries are others. */
  readonly changed: () => void;
}

/**
 * The history on disk: one JSON file a call, and one with the bytes of both sides. An entry is written before its change
 * is made, and its bytes before it; each is flushed to the device before the next relies on it. All windows of a workspace
 * keep one history, so the folder is read again before anything hangs on it.
 */
export class Journal {
  readonly #files: EntryFiles;
  readonly #blobs: Blobs;
  readonly #parts: JournalParts;
  readonly #lease: Lease;
  /** Steps that are under way in this window. */
  readonly #own = new Set<JournalEntry>();
  /** Ids of what was forgotten here: its file may still be read by who began to read before it went. */
  readonly #forgotten = new Set<string>();
  /** Steps that are done, but could not be written down so. */
  readonly #late = new Set<JournalEntry>();
  /** What is not forgotten for want of room. */
  readonly #held = new Set<JournalEntry>();
  #entries: readonly JournalEntry[] = [];

  constructor(parts: JournalParts) {
    this.#files = new EntryFiles(parts.storage, parts.log);
    this.#blobs = new Blobs(parts.storage, parts.decode);
    this.#parts = parts;
    this.#lease = parts.owner;
  }

  /** Oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The steps that others began and have not ended, as far as this window knows. */
  get open(): readonly JournalEntry[] {
    return this.#entries.filter(({ state, owner }) => state === 'applying' && owner !== this.#lease.id);
  }

  /** Takes over what is on disk. Answers the names of files that are no entries, which were set aside. */
  async refresh(): Promise<readonly string[]> {
    const before = new Set(this.#entries);
    const settled = (entry: JournalEntry): boolean => entry.state === 'applied' || this.#own.has(entry);
    const known = new Set(this.#entries.filter(settled).map(({ id }) => id));
    const { names, read, damaged } = await this.#files.read(known);
    const left = this.#entries.filter(
      (entry) => this.#own.has(entry) || !before.has(entry) || (known.has(entry.id) && names.has(entry.id)),
    );
    const leftIds = new Set(left.map(({ id }) => id));
    const fresh = read.filter(({ id }) => !leftIds.has(id) && !this.#forgotten.has(id));
    if (fresh.length === 0 && left.length === this.#entries.length) return damaged;
    this.#entries = inOrder([...left, ...fresh]);
    this.#parts.changed();
    return damaged;
  }

  /** Writes an entry ahead of its change; when this resolves, both sides are on the device. */
  async begin(changes: readonly Change[], about: NewEntry): Promise<JournalEntry> {
    await this.refresh();
    const entry = openEntry({ ...about, id: idAfter(this.#entries.at(-1)?.id), owner: this.#lease.id }, changes);
    // Known before anything is awaited, so that two calls never get one number, and no other step here takes it for forgotten.
    this.#own.add(entry);
    this.#entries = [...this.#entries, entry];
    try {
      await this.#lease.enter();
      await this.writeLate();
      await this.#blobs.write(entry.id, changes, about.reverts);
      await this.#files.write(entry);
      // A window whose clock is wrong may have taken the bytes for old before there was an entry that needs them.
      if (!(await this.#blobs.has(entry.id, changes))) await this.#blobs.write(entry.id, changes, about.reverts);
    } catch (cause) {
      await this.drop(entry).catch(() => undefined);
      throw cause;
    }
    return entry;
  }

  /** Whether an entry that began here is still this window's: another one may have ended it after a long silence of this. */
  isOwn(entry: JournalEntry): Promise<boolean> {
    return this.#files.isOwnedBy(entry.id, this.#lease.id);
  }

  /** Marks an entry as applied, with the changes as they came out; in place where the disk is full, lest a start takes it back. */
  async finish(entry: JournalEntry, changes?: readonly Change[]): Promise<void> {
    entry.state = 'applied';
    this.#late.add(entry);
    try {
      if (changes !== undefined && !isStoredIn(entry, changes)) {
        await this.#blobs.writeSaved(entry.id, changes);
        entry.changes = changes.map(toStored);
        entry.bytes = bytesOf(changes);
      }
      await this.#write(entry);
    } catch (cause) {
      await this.#files.markApplied(entry.id, this.#lease.id).catch(() => undefined);
      throw cause;
    } finally {
      await this.#leave(entry);
    }
    await this.#prune();
    this.#parts.changed();
  }

  /** Forgets an entry whose change did not happen. */
  async drop(entry: JournalEntry): Promise<void> {
    try {
      await this.#forget([entry]);
    } finally {
      await this.#leave(entry);
      this.#parts.changed();
    }
  }

  /** Leaves an entry open, for the next start to end. */
  async abandon(entry: JournalEntry): Promise<void> {
    await this.#leave(entry);
  }

  /** Makes an open entry this window's own. False where its owner is at work, or another window was faster. */
  async claim(entry: JournalEntry): Promise<boolean> {
    if (entry.owner !== undefined && (await this.#lease.isAlive(entry.owner))) return false;
    this.#own.add(entry);
    let isOwn = false;
    try {
      await this.#lease.enter();
      isOwn = (await this.#parts.claims.take(entry.id, entry.owner)) && (await this.#isOpen(entry));
      if (!isOwn) return false;
      entry.owner = this.#lease.id;
      await this.#files.write(entry);
      return true;
    } finally {
      if (!isOwn) await this.#leave(entry);
    }
  }

  /** Another window may have ended an entry, and given up its claim. */
  async #isOpen({ id, owner }: JournalEntry): Promise<boolean> {
    const now = await this.#files.find(id);
    return now?.state === 'applying' && now.owner === owner;
  }

  /** The changes of an entry, with their bytes, read one after the other. Throws IO_ERROR where bytes are gone or damaged. */
  changesOf(entry: JournalEntry): Promise<Change[]> {
    return this.#blobs.changesOf(entry);
  }

  /** One of them, for who takes one at a time. Throws as `changesOf` does. */
  changeOf(entry: JournalEntry, stored: StoredChange): Promise<Change> {
    return this.#blobs.changeOf(entry.id, stored);
  }

  /** One side of one change of an entry, with its bytes. Throws as `changesOf` does. */
  contentOf(entry: JournalEntry, side: StoredFile): Promise<FileContent> {
    return this.#blobs.contentOf(entry.id, side);
  }

  /** Where an entry keeps the bytes of large files. */
  readonly keptAt = ({ id }: JournalEntry): KeptAt => this.#blobs.kept.at(id);

  /** Keeps entries, over the limits too, until what is answered is called: taking one back must not push out the next. */
  hold(entries: readonly JournalEntry[]): () => void {
    for (const entry of entries) this.#held.add(entry);
    return () => entries.forEach((entry) => this.#held.delete(entry));
  }

  /** Forgets everything but steps that are under way. */
  async clear(): Promise<void> {
    await this.refresh();
    await this.#forget(this.#entries.filter((entry) => entry.state !== 'applying' && !this.#own.has(entry)));
    await eachInLanes(await this.#files.damaged(), async (id) => {
      await this.#files.deleteDamaged(id);
      await this.#blobs.delete({ id, changes: [] });
    });
    await this.removeLeftovers();
    this.#parts.changed();
  }

  /** Removes what no entry needs any more, or never did. */
  async removeLeftovers(): Promise<void> {
    const { removeLeftovers } = await import('./leftovers.ts');
    await removeLeftovers(this.#parts.storage, storageFolders, this.#entries);
  }

  async #prune(): Promise<void> {
    const { entries: most, bytes } = this.#parts.limits();
    // One that is being finished is not taken from under whoever writes it; its own end looks again.
    const over = beyondLimits(this.#entries, most, bytes);
    const gone = over.filter((entry) => !this.#own.has(entry) && !this.#held.has(entry));
    if (gone.length > 0) await this.#forget(gone);
  }

  async #forget(gone: readonly JournalEntry[]): Promise<void> {
    const forgotten = new Set(gone);
    this.#entries = this.#entries.filter((entry) => !forgotten.has(entry));
    for (const entry of gone) {
      this.#late.delete(entry);
      this.#forgotten.add(entry.id);
    }
    // One after the other, the oldest first: a step must not outlive the one that took it back.
    for (const { id } of gone) await this.#files.delete(id);
    await eachInLanes(gone, (entry) => this.#blobs.delete(entry));
    await this.refresh();
  }

  /** Writes down what is done and could not be, so that no start takes it for cut off. Throws what the disk says. */
  async writeLate(): Promise<void> {
    for (const entry of this.#late) {
      // Another window may have ended the step meanwhile, and forgotten it since.
      if (await this.#files.isOwnedBy(entry.id, this.#lease.id)) await this.#write(entry);
      else this.#late.delete(entry);
    }
  }

  async #write(entry: JournalEntry): Promise<void> {
    await this.#files.write({ ...entry, owner: undefined });
    this.#late.delete(entry);
  }

  async #leave(entry: JournalEntry): Promise<void> {
    if (!this.#own.delete(entry)) return;
    await this.#parts.claims.release(entry.id);
    await this.#lease.leave();
  }
}
