// Stores the journal's copies of files too large to load.

import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { type JournalEntry, largeFileCopiesOf, largeFileHashesOf } from '../../core/journal/journalEntry.ts';
import { StalePlan } from '../../core/wording/errors.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import type { KeptCopyOf } from '../ports/localDisk.ts';
import { missingContentsError, tooLargeToStoreError } from './blobErrors.ts';

/** Stores copies of large files: one file each, copied by the disk itself, so that none is loaded into memory. */
export class LargeCopies {
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
    return `${this.#folder}/${id}.large.${hash}`;
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
