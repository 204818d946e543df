// Stores the contents of journal entries: packs of small files, and copies of large ones.

import type { Change, FileContent } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/hash.ts';
import { storedContentsOf, type DecodeText, type JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange, StoredFile } from '../../core/journal/storedChange.ts';
import { loadContent, loadChange } from '../../core/journal/loadChanges.ts';
import { createPack } from '../../core/journal/pack.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { PackReader } from './packReader.ts';
import { failure, ToolError } from '../../core/wording/errors.ts';
import { largeFileCopiesOf, largeFileHashesOf } from '../../core/journal/largeFileCopies.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { KeptCopyOf } from '../ports/localDisk.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';

export const blobsFolder = 'blobs';

/**
 * Stores the bytes of journal entries: a pack for each entry, so that it is flushed at once and deleted alone. Earlier
 * versions stored one file per content, named after its SHA-256 and shared by all entries; these are still read.
 */
export class Blobs {
  readonly largeCopies: LargeCopies;
  readonly #storage: StorageFolder;
  readonly #packs: PackReader;
  readonly #decode: DecodeText;

  constructor(storage: StorageFolder, decode: DecodeText) {
    this.#storage = storage;
    this.largeCopies = new LargeCopies(storage, blobsFolder);
    this.#decode = decode;
    this.#packs = new PackReader(storage);
  }

  /** Writes the bytes of an entry; they are flushed when this resolves. Throws as `LargeCopies.copyAll` does. */
  async write(id: string, changes: readonly Change[], revertedId: string | undefined): Promise<void> {
    const contents = changes.flatMap(storedContentsOf);
    if (contents.length > 0) await this.#storage.write(packFilesOf(id)[0], createPack(contents));
    await this.largeCopies.copyAll(id, changes, revertedId);
  }

  /** Writes a second pack with the changes as saved, for files that saving reformatted. */
  async writeSaved(id: string, changes: readonly Change[]): Promise<void> {
    await this.#storage.write(packFilesOf(id)[1], createPack(changes.flatMap(storedContentsOf)));
  }

  /** Whether all files that `write` created for an entry exist. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    const needsPack = changes.some((change) => storedContentsOf(change).length > 0);
    if (needsPack && (await this.#storage.stat(packFilesOf(id)[0])) === undefined) return false;
    return this.largeCopies.has(id, changes);
  }

  /** The changes of an entry. Throws IO_ERROR if bytes are missing or damaged. */
  async changesOf({ id, changes: stored }: JournalEntry): Promise<Change[]> {
    const changes: Change[] = [];
    // One after the other, to keep their order; unlike a loop, this lets the event loop run in between.
    await forEachConcurrently(stored, async (change) => void changes.push(await this.changeOf(id, change)), 1);
    return changes;
  }

  /** One change of an entry. Throws as `changesOf` does. */
  async changeOf(id: string, stored: StoredChange): Promise<Change> {
    const change = await loadChange(stored, (hash) => this.#read(id, hash), this.#decode);
    await this.largeCopies.require(id, change);
    return change;
  }

  /** Whether bytes of an entry are missing or damaged; false if the disk fails to read them. */
  async isLost({ id, changes }: JournalEntry): Promise<boolean> {
    try {
      for (const stored of changes) await this.changeOf(id, stored);
      return false;
    } catch (cause) {
      // Other errors are those of the disk, and may pass.
      return cause instanceof ToolError;
    }
  }

  /** One stored content of an entry. Throws as `changesOf` does. */
  contentOf(id: string, side: StoredFile): Promise<FileContent> {
    return loadContent(side, (hash) => this.#read(id, hash), this.#decode);
  }

  async delete(entry: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const file of packFilesOf(entry.id)) {
      this.#packs.forget(file);
      await this.#storage.remove(file);
    }
    await this.largeCopies.delete(entry);
  }

  async #read(id: string, hash: string): Promise<Uint8Array> {
    const bytes = await this.#find(id, hash);
    if (bytes !== undefined && (await sha256(bytes)) === hash) return bytes;
    throw bytes === undefined ? missingContentsError() : damagedContentsError();
  }

  async #find(id: string, hash: string): Promise<Uint8Array | undefined> {
    for (const file of packFilesOf(id)) {
      const bytes = await this.#packs.read(file, hash);
      if (bytes !== undefined) return bytes;
    }
    return this.#storage.read(`${blobsFolder}/${hash}`);
  }
}

/** Files of an entry's packs: the bytes of its plan, and those of its files as saved. */
function packFilesOf(id: string): readonly [string, string] {
  return [`${blobsFolder}/${id}`, `${blobsFolder}/${id}.saved`];
}

/**
 * Stores copies of large files for the journal: one file each, copied by the disk itself, so that none is loaded into
 * memory.
 */
class LargeCopies {
  readonly #storage: StorageFolder;
  readonly #folder: string;

  constructor(storage: StorageFolder, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /**
   * Copies the large files that changes delete or restore; the copies are flushed when this resolves.
   *
   * @param id the journal entry that the copies are for; each entry has its own
   * @param revertedId the entry that this one undoes, if any: its copies are linked instead of made again
   * @throws StalePlan if a file has changed; ToolError IO_ERROR if its bytes cannot be stored, or are missing
   */
  async copyAll(id: string, changes: readonly Change[], revertedId: string | undefined): Promise<void> {
    for (const [hash, { uri, path }] of largeFilesIn(changes)) {
      const { large } = this.#storage;
      if (large === undefined) throw tooLargeError(path);
      const file = this.#fileOf(id, hash);
      if (revertedId !== undefined && (await large.link(this.#fileOf(revertedId, hash), file))) continue;
      if (uri === undefined) throw missingContentsError();
      // The caller drops the entry, and the wrong copy with it.
      if ((await large.copyIn(uri, file)).sha256 !== hash) throw new StalePlan(path);
    }
  }

  /** Whether all copies that changes need exist. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    for (const hash of largeFilesIn(changes).keys()) {
      if ((await this.#storage.stat(this.#fileOf(id, hash))) === undefined) return false;
    }
    return true;
  }

  /** Throws IO_ERROR if a copy that a change needs is missing. */
  async require(id: string, change: Change): Promise<void> {
    if (!(await this.has(id, [change]))) throw missingContentsError();
  }

  /** Finds the copies of an entry by their hashes, for a disk that restores from them. */
  copiesOf(id: string): KeptCopyOf {
    return (hash) => this.#storage.large?.uriOf(this.#fileOf(id, hash));
  }

  async delete({ id, changes }: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const hash of new Set(largeFileHashesOf(changes))) await this.#storage.remove(this.#fileOf(id, hash));
  }

  #fileOf(id: string, hash: string): string {
    return `${this.#folder}/${id}.large.${hash}`;
  }
}

/** A large file to copy. */
interface LargeFileSource {
  /** Where the file still is in the workspace; undefined if it is gone. */
  readonly uri: string | undefined;
  /** For messages. */
  readonly path: string;
}

/** The large files of which changes need copies, by SHA-256. */
function largeFilesIn(changes: readonly Change[]): Map<string, LargeFileSource> {
  const filesByHash = new Map<string, LargeFileSource>();
  for (const change of changes) {
    for (const { content, uri } of largeFileCopiesOf(change)) {
      if (filesByHash.get(content.sha256)?.uri === undefined)
        filesByHash.set(content.sha256, { uri, path: displayPathOf(change) });
    }
  }
  return filesByHash;
}

function tooLargeError(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      '{0} is too large for the place where the history is kept, so it could not be undone. Nothing was changed.',
      path,
    ),
    'Do not try again; tell the user.',
  );
}

export function missingContentsError(): ToolError {
  const text = phrase('The history no longer has the contents of this change. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}

export function damagedContentsError(): ToolError {
  const text = phrase('The contents that the history kept of this change are damaged. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}
