// Stores the contents of journal entries: packs of small files, and copies of large ones.

import type { Change, FileContent } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/hash.ts';
import { contentsOf, type DecodeText, type JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange, StoredFile } from '../../core/journal/storedChange.ts';
import { loadContent, loadChange } from '../../core/journal/loadChanges.ts';
import { createPack } from '../../core/journal/pack.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { PackReader } from './packReader.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { largeFileCopiesOf, largeFileHashesOf } from '../../core/journal/keptFiles.ts';
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
    if (contents.length > 0) await this.#storage.write(packs(id)[0], createPack(contents));
    await this.kept.keep(id, changes, reverted);
  }

  /** Writes a second pack with the changes as saved, for files that saving reformatted. */
  async writeSaved(id: string, changes: readonly Change[]): Promise<void> {
    await this.#storage.write(packs(id)[1], createPack(changes.flatMap(contentsOf)));
  }

  /** Whether all files that `write` created for an entry exist. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    const needsPack = changes.some((change) => contentsOf(change).length > 0);
    if (needsPack && (await this.#storage.stat(packs(id)[0])) === undefined) return false;
    return this.kept.has(id, changes);
  }

  /** The changes of an entry, read one after the other. Throws IO_ERROR if bytes are missing or damaged. */
  async changesOf({ id, changes: stored }: JournalEntry): Promise<Change[]> {
    const changes: Change[] = [];
    await forEachConcurrently(stored, async (each) => void changes.push(await this.changeOf(id, each)), 1);
    return changes;
  }

  /** One change of an entry. Throws as `changesOf` does. */
  async changeOf(id: string, stored: StoredChange): Promise<Change> {
    const change = await loadChange(stored, (hash) => this.#read(id, hash), this.#decode);
    await this.kept.require(id, change);
    return change;
  }

  /** One stored content of an entry. Throws as `changesOf` does. */
  contentOf(id: string, side: StoredFile): Promise<FileContent> {
    return loadContent(side, (hash) => this.#read(id, hash), this.#decode);
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

/** The packs of an entry: the bytes of its plan, and those of its files as saved. */
function packs(id: string): readonly [string, string] {
  return [`${blobsFolder}/${id}`, `${blobsFolder}/${id}.saved`];
}

/**
 * Stores copies of large files for the journal: one file each, copied by the disk itself, so that none is loaded into
 * memory.
 */
class KeptFiles {
  readonly #storage: StorageFolder;
  readonly #folder: string;

  constructor(storage: StorageFolder, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /**
   * Copies the large files that changes delete or restore; the copies are on the device when this resolves.
   *
   * @param id the journal entry that the copies are for; each entry has its own
   * @param reverted the entry that this one undoes, if any: its copies are linked instead of made again
   * @throws StalePlan if a file has changed; ToolError IO_ERROR if its bytes cannot be stored, or are missing
   */
  async keep(id: string, changes: readonly Change[], reverted: string | undefined): Promise<void> {
    for (const [sha256, { uri, path }] of keptIn(changes)) {
      const { large } = this.#storage;
      if (large === undefined) throw notKept(path);
      const file = this.#fileOf(id, sha256);
      if (reverted !== undefined && (await large.link(this.#fileOf(reverted, sha256), file))) continue;
      if (uri === undefined) throw contentsGone();
      if ((await large.copyIn(uri, file)).sha256 !== sha256) throw new StalePlan(path);
    }
  }

  /** Whether all copies that changes need exist. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    for (const sha256 of keptIn(changes).keys()) {
      if ((await this.#storage.stat(this.#fileOf(id, sha256))) === undefined) return false;
    }
    return true;
  }

  /** Throws IO_ERROR if a copy that a change needs is missing. */
  async require(id: string, change: Change): Promise<void> {
    if (!(await this.has(id, [change]))) throw contentsGone();
  }

  at(id: string): KeptCopyOf {
    return (sha256) => this.#storage.large?.uriOf(this.#fileOf(id, sha256));
  }

  async delete({ id, changes }: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const sha256 of new Set(largeFileHashesOf(changes))) await this.#storage.remove(this.#fileOf(id, sha256));
  }

  #fileOf(id: string, sha256: string): string {
    return `${this.#folder}/${id}.large.${sha256}`;
  }
}

/** The large files that changes need a copy of, by SHA-256; with a URI if the file is still in the workspace. */
function keptIn(changes: readonly Change[]): Map<string, { readonly uri: string | undefined; readonly path: string }> {
  const kept = new Map<string, { readonly uri: string | undefined; readonly path: string }>();
  for (const change of changes) {
    for (const { content, uri } of largeFileCopiesOf(change)) {
      if (kept.get(content.sha256)?.uri === undefined) kept.set(content.sha256, { uri, path: displayPathOf(change) });
    }
  }
  return kept;
}

function notKept(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      '{0} is too large for the place where the history is kept, so it could not be undone. Nothing was changed.',
      path,
    ),
    'Do not try again; tell the user.',
  );
}

export function contentsGone(): ToolError {
  const text = phrase('The history no longer has the contents of this change. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}

export function contentsDamaged(): ToolError {
  const text = phrase('The contents that the history kept of this change are damaged. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}
