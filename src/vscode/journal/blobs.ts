import type { Change, FileContent } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/hash.ts';
import {
  contentFrom,
  contentsOf,
  fromStored,
  type DecodeText,
  type JournalEntry,
  type StoredChange,
  type StoredFile,
} from '../../core/journal/journalEntry.ts';
import { packOf } from '../../core/journal/pack.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import { contentsDamaged, contentsGone, KeptFiles } from './keptFiles.ts';
import { PackReader } from './packReader.ts';

export const blobsFolder = 'blobs';

/**
 * Keeps the bytes of journal entries. Each entry has one pack of its own, so that it is flushed at once and deleted alone.
 * Earlier versions kept one file per content, named after its SHA-256 and shared by all entries; these are still read.
 */
export class Blobs {
  readonly kept: KeptFiles;
  readonly #storage: StorageFolder;
  readonly #packs: PackReader;
  readonly #decode: DecodeText;

  constructor(storage: StorageFolder, decode: DecodeText) {
    this.#storage = storage;
    this.kept = new KeptFiles(storage, blobsFolder);
    this.#decode = decode;
    this.#packs = new PackReader(storage);
  }

  /** Writes the bytes of an entry; they are on the device when this resolves. Throws as `KeptFiles.keep` does. */
  async write(id: string, changes: readonly Change[], reverted: string | undefined): Promise<void> {
    const contents = changes.flatMap(contentsOf);
    if (contents.length > 0) await this.#storage.write(packs(id)[0], packOf(contents));
    await this.kept.keep(id, changes, reverted);
  }

  /** Writes a second pack with the changes as saved, for files that saving reformatted. */
  async writeSaved(id: string, changes: readonly Change[]): Promise<void> {
    await this.#storage.write(packs(id)[1], packOf(changes.flatMap(contentsOf)));
  }

  /** Whether all files that `write` made for an entry are there. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    const needsPack = changes.some((change) => contentsOf(change).length > 0);
    if (needsPack && (await this.#storage.stat(packs(id)[0])) === undefined) return false;
    return this.kept.has(id, changes);
  }

  /** The changes of an entry, read one after the other. Throws IO_ERROR if bytes are gone or damaged. */
  async changesOf({ id, changes: stored }: JournalEntry): Promise<Change[]> {
    const changes: Change[] = [];
    await eachInLanes(stored, async (each) => void changes.push(await this.changeOf(id, each)), 1);
    return changes;
  }

  /** One change of an entry. Throws as `changesOf` does. */
  async changeOf(id: string, stored: StoredChange): Promise<Change> {
    const change = await fromStored(stored, (hash) => this.#read(id, hash), this.#decode);
    await this.kept.require(id, change);
    return change;
  }

  /** Throws as `changesOf` does. */
  contentOf(id: string, side: StoredFile): Promise<FileContent> {
    return contentFrom(side, (hash) => this.#read(id, hash), this.#decode);
  }

  async delete(entry: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const file of packs(entry.id)) {
      this.#packs.forget(file);
      await this.#storage.remove(file);
    }
    await this.kept.delete(entry);
  }

  async #read(id: string, hash: string): Promise<Uint8Array> {
    const bytes = await this.#find(id, hash);
    if (bytes !== undefined && (await sha256(bytes)) === hash) return bytes;
    throw bytes === undefined ? contentsGone() : contentsDamaged();
  }

  async #find(id: string, hash: string): Promise<Uint8Array | undefined> {
    for (const file of packs(id)) {
      const bytes = await this.#packs.read(file, hash);
      if (bytes !== undefined) return bytes;
    }
    return this.#storage.read(`${blobsFolder}/${hash}`);
  }
}

/** The packs of an entry: the bytes of its plan, and those that saving made of its files. */
function packs(id: string): readonly [string, string] {
  return [`${blobsFolder}/${id}`, `${blobsFolder}/${id}.saved`];
}
