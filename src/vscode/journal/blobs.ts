// Stores the contents of journal entries: packs of small files, and copies of large ones. Rejects missing or damaged
// ones.

import type { Change, FileContent } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/bytes.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import {
  largeFileCopiesOf,
  largeFileHashesOf,
  blobHashesOf,
  storedContentsOf,
  type JournalEntry,
} from '../../core/journal/journalEntry.ts';
import {
  loadChange,
  loadContent,
  type DecodeText,
  type StoredChange,
  type StoredFile,
} from '../../core/journal/storedChange.ts';
import { createPack } from '../../core/journal/journalFiles.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachInSequence } from '../../async/eventLoop.ts';
import { PackReader } from './packReader.ts';
import { blobsFolder } from './storageFolders.ts';
import { failure, StalePlan, ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { KeptCopyOf } from '../ports/localDisk.ts';

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
    this.largeCopies = new LargeCopies(storage);
    this.#decode = decode;
    this.#packs = new PackReader(storage);
  }

  /** Writes the bytes of an entry, flushed when this resolves. `revertedId` and errors as in `LargeCopies.copyAll`. */
  async write(id: string, changes: readonly Change[], revertedId: string | undefined): Promise<void> {
    const contents = changes.flatMap(storedContentsOf);
    if (contents.length > 0) await this.#storage.write(packFilesOf(id).planned, createPack(contents));
    await this.largeCopies.copyAll(id, changes, revertedId);
  }

  /** Writes a second pack with the changes as saved, if the entry lacks contents: those that saving reformatted. */
  async writeSaved(entry: JournalEntry, changes: readonly Change[]): Promise<void> {
    const contents = changes.flatMap(storedContentsOf);
    const storedHashes = new Set(blobHashesOf(entry));
    if (contents.every(({ sha256: hash }) => storedHashes.has(hash))) return;
    await this.#storage.write(packFilesOf(entry.id).saved, createPack(contents));
  }

  /** Whether all files that `write` created for an entry exist. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    const needsPack = changes.some((change) => storedContentsOf(change).length > 0);
    if (needsPack && (await this.#storage.stat(packFilesOf(id).planned)) === undefined) return false;
    return this.largeCopies.has(id, changes);
  }

  /** The changes of an entry. Throws IO_ERROR if bytes are missing or damaged. */
  async changesOf({ id, changes: stored }: JournalEntry): Promise<Change[]> {
    const changes: Change[] = [];
    await forEachInSequence(stored, async (change) => void changes.push(await this.changeOf(id, change)));
    return changes;
  }

  /** Loads one change of an entry. Throws as `changesOf` does. */
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
      // Errors of the disk may pass, so they do not mean a loss.
      return cause instanceof ToolError;
    }
  }

  /** Loads one stored content of an entry. Throws as `changesOf` does. */
  contentOf(id: string, side: StoredFile): Promise<FileContent> {
    return loadContent(side, (hash) => this.#read(id, hash), this.#decode);
  }

  /** Deletes the bytes of an entry, but not what earlier versions stored: other entries may share it. */
  async delete(entry: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const file of Object.values(packFilesOf(entry.id))) {
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
    for (const file of Object.values(packFilesOf(id))) {
      const bytes = await this.#packs.read(file, hash);
      if (bytes !== undefined) return bytes;
    }
    // Earlier versions stored each content in a file of its own.
    return this.#storage.read(`${blobsFolder}/${hash}`);
  }
}

/** Files of an entry's packs: the bytes of its plan, and the bytes of its files as saved, if they differ. */
function packFilesOf(id: string): { readonly planned: string; readonly saved: string } {
  return { planned: `${blobsFolder}/${id}`, saved: `${blobsFolder}/${id}.saved` };
}

/** Stores copies of large files: one file each, copied by the disk itself, so that none is loaded into memory. */
class LargeCopies {
  readonly #storage: StorageFolder;

  constructor(storage: StorageFolder) {
    this.#storage = storage;
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
      if (large === undefined) throw tooLargeToStoreError(path);
      const file = this.#fileOf(id, hash);
      if (revertedId !== undefined && (await large.link(this.#fileOf(revertedId, hash), file))) continue;
      if (uri === undefined) throw missingContentsError();
      // The caller drops the entry, and the wrong copy with it.
      if ((await large.copyIn(uri, file)).sha256 !== hash) throw new StalePlan(path);
    }
  }

  /** Whether all copies that changes need exist. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    for (const hash of largeFilesIn(changes).keys()) if (!(await this.#hasCopy(id, hash))) return false;
    return true;
  }

  /**
   * Requires copies of the large files that a change deletes or replaces; throws IO_ERROR if one is missing. Copies of
   * files that the change writes are not required: an undo makes its own, and there is none of a file that an agent
   * wrote.
   */
  async require(id: string, change: Change): Promise<void> {
    for (const [hash, { uri }] of largeFilesIn([change]))
      if (uri !== undefined && !(await this.#hasCopy(id, hash))) throw missingContentsError();
  }

  async #hasCopy(id: string, hash: string): Promise<boolean> {
    return (await this.#storage.stat(this.#fileOf(id, hash))) !== undefined;
  }

  /** Finds the copies of an entry by their hashes, for a disk that restores from them. */
  copiesOf(id: string): KeptCopyOf {
    return (hash) => this.#storage.large?.uriOf(this.#fileOf(id, hash));
  }

  async delete({ id, changes }: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const hash of new Set(largeFileHashesOf(changes))) await this.#storage.remove(this.#fileOf(id, hash));
  }

  #fileOf(id: string, hash: string): string {
    return `${blobsFolder}/${id}.large.${hash}`;
  }
}

interface LargeFileSource {
  /** URI of the file if it is still in the workspace; undefined if it is gone. */
  readonly uri: string | undefined;
  /** For messages. */
  readonly path: string;
}

/** The large files that must be copied for changes, by SHA-256. */
function largeFilesIn(changes: readonly Change[]): Map<string, LargeFileSource> {
  const filesByHash = new Map<string, LargeFileSource>();
  for (const change of changes) {
    for (const { content, uri } of largeFileCopiesOf(change)) {
      // Of several files with this content, prefers one that can be copied.
      if (filesByHash.get(content.sha256)?.uri === undefined)
        filesByHash.set(content.sha256, { uri, path: displayPathOf(change) });
    }
  }
  return filesByHash;
}

/** The error for a large file that cannot be copied, since the storage is not on a local disk. */
function tooLargeToStoreError(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      '{0} is too large for the place where the history is kept, so it could not be undone. Nothing was changed.',
      path,
    ),
    'Do not try again; tell the user.',
  );
}

/** The error for contents that are missing from the storage. */
export function missingContentsError(): ToolError {
  const text = phrase('The history no longer has the contents of this change. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}

/** The error for stored contents whose bytes do not match their hash. */
export function damagedContentsError(): ToolError {
  const text = phrase('The contents that the history kept of this change are damaged. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}
