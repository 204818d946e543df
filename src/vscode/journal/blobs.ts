import type { Change, FileContent } from '../../core/change/change.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
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
import { KeptFiles } from './keptFiles.ts';
import { PackReader } from './packReader.ts';

export const blobsFolder = 'blobs';

/**
 * The bytes that the history keeps, in files of their own for each entry: no entry needs what belongs to another, so that
 * forgetting one can take nothing from others, and all bytes of a call are written and flushed as one file. Earlier
 * versions kept a file for each content, named after its SHA-256, which all entries shared; these are still read.
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

  /** Writes the bytes of an entry, on whose files nothing may rely before this resolves. Throws as `KeptFiles.keep` does. */
  async write(id: string, changes: readonly Change[], reverted: string | undefined): Promise<void> {
    const contents = changes.flatMap(contentsOf);
    if (contents.length > 0) await this.#storage.write(packs(id)[0], packOf(contents));
    await this.kept.keep(id, changes, reverted);
  }

  /** Writes what else an entry needs by its end, since saving made something else of its files. */
  async writeSaved(id: string, changes: readonly Change[]): Promise<void> {
    await this.#storage.write(packs(id)[1], packOf(changes.flatMap(contentsOf)));
  }

  /** Whether what was written for an entry is there. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    const isPackThere = !changes.some((change) => contentsOf(change).length > 0) || (await this.#isThere(packs(id)[0]));
    return isPackThere && (await this.kept.has(id, changes));
  }

  async #isThere(file: string): Promise<boolean> {
    return (await this.#storage.stat(file)) !== undefined;
  }

  /** The changes of an entry, read one after the other. Throws IO_ERROR where bytes are gone or damaged. */
  async changesOf({ id, changes: stored }: JournalEntry): Promise<Change[]> {
    const changes: Change[] = [];
    const read = async (each: StoredChange): Promise<void> => {
      changes.push(await this.changeOf(id, each));
    };
    await eachInLanes(stored, read, 1);
    return changes;
  }

  /** One of them. Throws as `changesOf` does. */
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
    const told =
      bytes === undefined
        ? phrase('The history no longer has the contents of this change. Nothing was changed.')
        : phrase('The contents that the history kept of this change are damaged. Nothing was changed.');
    throw failure('IO_ERROR', told, 'Tell the user.');
  }

  async #find(id: string, hash: string): Promise<Uint8Array | undefined> {
    for (const file of packs(id)) {
      const bytes = await this.#packs.read(file, hash);
      if (bytes !== undefined) return bytes;
    }
    return this.#storage.read(`${blobsFolder}/${hash}`);
  }
}

function packs(id: string): readonly [string, string] {
  return [`${blobsFolder}/${id}`, `${blobsFolder}/${id}.saved`];
}
