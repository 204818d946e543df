import type { Change, FileContent } from '../../core/change.ts';
import { failure } from '../../core/errors.ts';
import { phrase } from '../../core/phrase.ts';
import { sha256 } from '../../core/hash.ts';
import {
  contentFrom,
  fromStored,
  type DecodeText,
  type JournalEntry,
  type StoredChange,
  type StoredFile,
} from '../../core/journalEntry.ts';
import { packOf } from '../../core/pack.ts';
import type { StorageFolder } from '../../tools/diskPorts.ts';
import { eachInLanes } from '../../tools/inTurns.ts';
import { PackReader } from './packReader.ts';

export const blobsFolder = 'blobs';

/**
 * The bytes that the history keeps, in files of their own for each entry: no entry needs what belongs to another, so that
 * forgetting one can take nothing from others, and all bytes of a call are written and flushed as one file. Earlier
 * versions kept a file for each content, named after its SHA-256, which all entries shared; these are still read.
 */
export class Blobs {
  readonly #storage: StorageFolder;
  readonly #packs: PackReader;
  readonly #decode: DecodeText;

  constructor(storage: StorageFolder, decode: DecodeText) {
    this.#storage = storage;
    this.#decode = decode;
    this.#packs = new PackReader(storage);
  }

  /** Writes the bytes of an entry, on whose file nothing may rely before this resolves. */
  async write(id: string, contents: readonly FileContent[]): Promise<void> {
    if (contents.length > 0) await this.#storage.write(packs(id)[0], packOf(contents));
  }

  /** Writes what else an entry needs by its end, since saving made something else of its files. */
  async writeSaved(id: string, contents: readonly FileContent[]): Promise<void> {
    await this.#storage.write(packs(id)[1], packOf(contents));
  }

  /** Whether what was written for an entry is there. */
  async has(id: string): Promise<boolean> {
    return (await this.#storage.stat(packs(id)[0])) !== undefined;
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
  changeOf(id: string, stored: StoredChange): Promise<Change> {
    return fromStored(stored, (hash) => this.#read(id, hash), this.#decode);
  }

  /** Throws as `changesOf` does. */
  contentOf(id: string, side: StoredFile): Promise<FileContent> {
    return contentFrom(side, (hash) => this.#read(id, hash), this.#decode);
  }

  async delete(id: string): Promise<void> {
    for (const file of packs(id)) {
      this.#packs.forget(file);
      await this.#storage.remove(file);
    }
  }

  async #read(id: string, hash: string): Promise<Uint8Array> {
    const bytes = await this.#find(id, hash);
    if (bytes !== undefined && (await sha256(bytes)) === hash) return bytes;
    const told =
      bytes === undefined
        ? phrase('The history no longer has the bytes of this change. Nothing was changed.')
        : phrase('The history kept damaged bytes of this change. Nothing was changed.');
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
