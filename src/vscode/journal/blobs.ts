// Stores the contents of journal entries: packs of small files, and copies of large ones.

import type { Change, FileContent } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/bytes.ts';
import { blobHashesOf, storedContentsOf, type JournalEntry } from '../../core/journal/journalEntry.ts';
import {
  type DecodeText,
  type StoredChange,
  type StoredFile,
  loadContent,
  loadChange,
} from '../../core/journal/storedChange.ts';
import { createPack } from '../../core/journal/journalFiles.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachInSequence } from '../../async/eventLoop.ts';
import { PackReader } from './packReader.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { damagedContentsError, missingContentsError } from './blobErrors.ts';
import { LargeCopies } from './largeCopies.ts';

/** Folder of the packs, the copies of large files, and the contents stored by earlier versions. */
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
