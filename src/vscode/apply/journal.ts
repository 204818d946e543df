import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { blobsOf, bytesOf, contentsOf, fromStored, toStored, type JournalEntry } from '../../core/journalEntry.ts';
import { historyLimits } from '../applySettings.ts';
import { decodeText } from '../codec.ts';
import type { Log } from '../log.ts';
import type { Blobs } from './blobs.ts';
import type { Claims } from './claims.ts';
import { EntryFiles } from './entryFiles.ts';
import type { Owner } from './owner.ts';
import { eachOf } from './storedFiles.ts';

/** What is told of a step when it begins. */
export type NewEntry = Pick<JournalEntry, 'title' | 'phrase' | 'tool' | 'session' | 'reverts' | 'permissions'>;

export interface JournalParts {
  /** Where the entries are kept. */
  readonly folder: vscode.Uri;
  readonly blobs: Blobs;
  readonly owner: Owner;
  readonly claims: Claims;
  readonly log: Log;
}

/**
 * The history on disk: one JSON file a call, and the bytes of both sides once each. An entry is written before its change
 * is made. All windows of a workspace keep one history, so the folder is read again before anything hangs on it.
 */
export class Journal {
  readonly #files: EntryFiles;
  readonly #blobs: Blobs;
  readonly #owner: Owner;
  readonly #claims: Claims;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Steps that are under way in this window. */
  readonly #own = new Set<JournalEntry>();
  /** Ids of what was forgotten here: its file may still be read by who began to read before it went. */
  readonly #forgotten = new Set<string>();
  /** Steps that are done, but could not be written down so. */
  readonly #late = new Set<JournalEntry>();
  #entries: readonly JournalEntry[] = [];

  constructor({ folder, blobs, owner, claims, log }: JournalParts) {
    this.#files = new EntryFiles(folder, log);
    this.#blobs = blobs;
    this.#owner = owner;
    this.#claims = claims;
  }

  /** Oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The steps that others began and have not ended, as far as this window knows. */
  get open(): readonly JournalEntry[] {
    return this.#entries.filter(({ state, owner }) => state === 'applying' && owner !== this.#owner.id);
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
    this.#changed.fire();
    return damaged;
  }

  /** Writes an entry ahead of its change; when this resolves, both sides are on disk. */
  async begin(changes: readonly Change[], about: NewEntry): Promise<JournalEntry> {
    await this.refresh();
    const entry: JournalEntry = {
      version: 2,
      id: this.#nextId(),
      time: new Date().toISOString(),
      ...about,
      state: 'applying',
      owner: this.#owner.id,
      bytes: bytesOf(changes),
      changes: changes.map(toStored),
    };
    // Known before anything is awaited, so that two calls never get one number, and its bytes count as needed.
    this.#own.add(entry);
    this.#entries = [...this.#entries, entry];
    try {
      await this.#owner.enter();
      for (const late of this.#late) await this.#write(late);
      const contents = changes.flatMap(contentsOf);
      await this.#blobs.write(contents);
      await this.#files.write(entry);
      // What another window forgot before it could know of this entry is written again.
      await this.#blobs.write(contents);
    } catch (cause) {
      await this.drop(entry).catch(() => undefined);
      throw cause;
    }
    return entry;
  }

  /**
   * Whether an entry that began here is still this window's. Another one may have ended it, if this one gave no sign of
   * life for long.
   */
  isOwn(entry: JournalEntry): Promise<boolean> {
    return this.#files.isOwnedBy(entry.id, this.#owner.id);
  }

  /** Marks an entry as applied, with the changes as they came out where they differ from those it began with. */
  async finish(entry: JournalEntry, changes?: readonly Change[]): Promise<void> {
    entry.state = 'applied';
    this.#late.add(entry);
    try {
      if (changes !== undefined && !isStoredIn(entry, changes)) {
        await this.#blobs.write(changes.flatMap(contentsOf));
        entry.changes = changes.map(toStored);
        entry.bytes = bytesOf(changes);
      }
      await this.#write(entry);
    } finally {
      await this.#leave(entry);
    }
    await this.#prune();
    this.#changed.fire();
  }

  /** Forgets an entry whose change did not happen. */
  async drop(entry: JournalEntry): Promise<void> {
    try {
      await this.#forget([entry]);
    } finally {
      await this.#leave(entry);
      this.#changed.fire();
    }
  }

  /** Leaves an entry open, for the next start to end. */
  async abandon(entry: JournalEntry): Promise<void> {
    await this.#leave(entry);
  }

  /** Makes an open entry this window's own. False where its owner is at work, or another window was faster. */
  async claim(entry: JournalEntry): Promise<boolean> {
    if (entry.owner !== undefined && (await this.#owner.isAlive(entry.owner))) return false;
    this.#own.add(entry);
    let isOwn = false;
    try {
      await this.#owner.enter();
      isOwn = (await this.#claims.take(entry.id, entry.owner)) && (await this.#isOpen(entry));
      if (!isOwn) return false;
      entry.owner = this.#owner.id;
      await this.#files.write(entry);
      return true;
    } finally {
      if (!isOwn) await this.#leave(entry);
    }
  }

  /** Whether an entry is as this window knows it. Another window may have ended it, and given up its claim. */
  async #isOpen({ id, owner }: JournalEntry): Promise<boolean> {
    const now = await this.#files.find(id);
    return now?.state === 'applying' && now.owner === owner;
  }

  /** The changes of an entry, with their bytes. Throws IO_ERROR where bytes are gone or damaged. */
  changesOf(entry: JournalEntry): Promise<Change[]> {
    return Promise.all(entry.changes.map((stored) => fromStored(stored, (hash) => this.#blobs.read(hash), decodeText)));
  }

  /** Forgets everything but steps that are under way. */
  async clear(): Promise<void> {
    await this.refresh();
    await this.#forget(this.#entries.filter((entry) => entry.state !== 'applying' && !this.#own.has(entry)));
    this.#changed.fire();
  }

  async #prune(): Promise<void> {
    const { entries: most, bytes } = historyLimits();
    // One that is being finished is not taken from under whoever writes it; its own end looks again.
    const gone = beyondLimits(this.#entries, most, bytes).filter((entry) => !this.#own.has(entry));
    if (gone.length > 0) await this.#forget(gone);
  }

  async #forget(gone: readonly JournalEntry[]): Promise<void> {
    const forgotten = new Set(gone);
    this.#entries = this.#entries.filter((entry) => !forgotten.has(entry));
    for (const entry of gone) {
      this.#late.delete(entry);
      this.#forgotten.add(entry.id);
    }
    await eachOf(gone, ({ id }) => this.#files.delete(id));
    // Entries of other windows need their bytes, too.
    await this.refresh();
    const needed = new Set(this.#entries.flatMap(blobsOf));
    await this.#blobs.delete([...new Set(gone.flatMap(blobsOf))].filter((hash) => !needed.has(hash)));
  }

  async #write(entry: JournalEntry): Promise<void> {
    await this.#files.write({ ...entry, owner: undefined });
    this.#late.delete(entry);
  }

  async #leave(entry: JournalEntry): Promise<void> {
    if (!this.#own.delete(entry)) return;
    await this.#claims.release(entry.id);
    await this.#owner.leave();
  }

  /** Ids sort as the calls came, across restarts, also when the clock was set back; two windows never make the same. */
  #nextId(): string {
    const last = this.#entries.at(-1)?.id ?? '0';
    const number = String(Number.parseInt(last, 10) + 1).padStart(8, '0');
    return `${number}-${crypto.randomUUID().slice(0, 8)}`;
  }
}

function inOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function isStoredIn(entry: JournalEntry, changes: readonly Change[]): boolean {
  const known = new Set(blobsOf(entry));
  return (
    changes.length === entry.changes.length && changes.flatMap(contentsOf).every(({ sha256 }) => known.has(sha256))
  );
}

/** The oldest entries over what is kept; the newest one, and steps under way, are never among them. */
function beyondLimits(entries: readonly JournalEntry[], most: number, bytes: number): JournalEntry[] {
  let sum = 0;
  return entries.toReversed().filter((entry, index) => {
    sum += entry.bytes;
    return index > 0 && entry.state !== 'applying' && (index >= most || sum > bytes);
  });
}
