// Reads and writes journal entries as JSON files, named after their ids.

import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { readEntry, serializeEntry } from '../../core/journal/journalFiles.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import { journalFolder } from './storageFolders.ts';
import type { Log } from '../shared/log.ts';

const entryExtension = '.json';
const damagedExtension = '.damaged';
/** The JSON text of an entry's state, as `JSON.stringify` writes it. */
const applyingField = '"state":"applying"';
const appliedField = '"state":"applied"';

interface NewEntries {
  /** Ids of all files, also of those that were known or are damaged. */
  readonly ids: ReadonlySet<string>;
  readonly entries: readonly JournalEntry[];
  /** Ids of files without a valid entry, which were renamed to `.damaged`. */
  readonly damagedIds: readonly string[];
}

/** Reads, writes and deletes the JSON files of entries. Sets damaged ones aside until the history is cleared. */
export class EntryFiles {
  readonly #storage: StorageFolder;
  readonly #log: Log;
  /** Ids of entries that a later version of Redline wrote, which this version never reads again. */
  readonly #otherVersionIds = new Set<string>();

  constructor(storage: StorageFolder, log: Log) {
    this.#storage = storage;
    this.#log = log;
  }

  /** Reads all entries except the known ones and those of another version. */
  async readNew(knownIds: ReadonlySet<string>): Promise<NewEntries> {
    const ids = idsWithExtension(entryExtension, await this.#storage.list(journalFolder));
    const entries: JournalEntry[] = [];
    const damagedIds: string[] = [];
    const unreadIds = ids.filter((id) => !knownIds.has(id) && !this.#otherVersionIds.has(id));
    await forEachConcurrently(unreadIds, async (id) => {
      const entry = await this.readOne(id).catch(async (cause: unknown) => {
        this.#log.error(`The history entry ${id} cannot be read: ${String(cause)}`);
        if (cause instanceof DamagedEntry && (await this.#setAside(id))) damagedIds.push(id);
        return undefined;
      });
      if (entry !== undefined) entries.push(entry);
    });
    return { ids: new Set(ids), entries, damagedIds };
  }

  /** Reads one entry; undefined if it is missing or of another version. @throws DamagedEntry if it is not valid */
  async readOne(id: string): Promise<JournalEntry | undefined> {
    const bytes = await this.#storage.read(entryFile(id));
    if (bytes === undefined) return undefined;
    const entry = await runYielding(readEntry(new TextDecoder().decode(bytes)));
    if (entry === undefined) throw new DamagedEntry('it is not in the form of an entry');
    if ('otherVersion' in entry) {
      this.#otherVersionIds.add(id);
      this.#log.warn(`The history entry ${id} is of another version and was left alone.`);
      return undefined;
    }
    if (entry.id !== id) throw new DamagedEntry('it is another entry');
    return entry;
  }

  /**
   * Whether an entry exists under this lease. Searches the text, since parsing an entry of a thousand files is slow.
   * Only the field itself can match: JSON escapes quotes in strings.
   */
  async isUnderLease(id: string, lease: string): Promise<boolean> {
    const bytes = await this.#storage.read(entryFile(id));
    return bytes !== undefined && new TextDecoder().decode(bytes).includes(leaseField(lease));
  }

  /** Whether an unfinished entry is unchanged; another window may have recovered it and released its claim. */
  async isStillUnfinished({ id, owner }: JournalEntry): Promise<boolean> {
    const stored = await this.readOne(id);
    return stored?.state === 'applying' && stored.owner === owner;
  }

  /** Resolves once the entry is flushed to the device. */
  async write(entry: JournalEntry): Promise<void> {
    const encoder = new TextEncoder();
    const parts = await runYielding(serializeEntry(entry));
    await this.#storage.write(
      entryFile(entry.id),
      parts.map((part) => encoder.encode(part)),
    );
  }

  /**
   * Marks an entry as applied in place, for a full disk: padding keeps the file's size. Does nothing if the entry is no
   * longer under the lease.
   */
  async markApplied(id: string, lease: string): Promise<void> {
    const bytes = (await this.#storage.read(entryFile(id))) ?? new Uint8Array();
    // Latin-1 has one character per byte, so offsets in the text are offsets in the file.
    const text = new TextDecoder('latin1').decode(bytes);
    // The first match is the entry's own state, which comes before its changes.
    const stateOffset = text.indexOf(applyingField);
    if (stateOffset < 0 || !text.includes(leaseField(lease))) return;
    await this.#storage.overwrite(
      entryFile(id),
      stateOffset,
      new TextEncoder().encode(appliedField.padEnd(applyingField.length)),
    );
  }

  async delete(id: string): Promise<void> {
    await this.#storage.remove(entryFile(id));
  }

  /** Deletes the damaged entries. Returns their ids. */
  async deleteDamaged(): Promise<readonly string[]> {
    const ids = idsWithExtension(damagedExtension, await this.#storage.list(journalFolder));
    await forEachConcurrently(ids, (id) => this.#storage.remove(damagedFile(id)));
    return ids;
  }

  /** Renames a damaged entry, so that it is kept but not read again. Returns false if that fails. */
  #setAside(id: string): Promise<boolean> {
    return this.#storage.rename(entryFile(id), damagedFile(id)).then(
      () => true,
      () => false,
    );
  }
}

/** Thrown for a file without a valid entry. The message is a clause for the log. */
class DamagedEntry extends Error {}

/** Returns a handler for a failed write of the history, which is only logged: the files themselves are not affected. */
export function logHistoryFailure(log: Log): (cause: unknown) => void {
  return (cause) => log.error(`The history could not be written: ${formatTrace(cause)}`);
}

/** The JSON text of the field `owner`, which contains the lease of an entry. */
function leaseField(lease: string): string {
  return `"owner":"${lease}"`;
}

/** The entry id with which the names of an entry's files begin: of its JSON file, its bytes and its claims. */
export function entryIdOf(fileName: string): string {
  return fileName.split('.')[0] ?? '';
}

function entryFile(id: string): string {
  return `${journalFolder}/${id}${entryExtension}`;
}

function damagedFile(id: string): string {
  return `${journalFolder}/${id}${damagedExtension}`;
}

function idsWithExtension(extension: string, names: readonly string[]): string[] {
  return names.flatMap((name) => (name.endsWith(extension) ? [name.slice(0, -extension.length)] : []));
}
