import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { entryFrom, partsOf } from '../../core/journal/journalText.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { eachInLanes, runYielding } from '../../tools/pipeline/yielding.ts';
import type { Log } from '../shared/log.ts';

export const journalFolder = 'journal';
const entryEnding = '.json';
const damagedEnding = '.damaged';
const [applying, applied] = ['"state":"applying"', '"state":"applied"'];

/** What a folder of entries holds. */
export interface FoundEntries {
  /** The ids of all files that are named as entries. */
  readonly names: ReadonlySet<string>;
  readonly read: readonly JournalEntry[];
  /** Files that were no entries, and now stand beside under another name. */
  readonly damaged: readonly string[];
}

/** The entries of the history as files, named after their ids. */
export class EntryFiles {
  readonly #storage: StorageFolder;
  readonly #log: Log;

  constructor(storage: StorageFolder, log: Log) {
    this.#storage = storage;
    this.#log = log;
  }

  /** Reads all entries but those that are known. One of another version is left alone. */
  async read(known: ReadonlySet<string>): Promise<FoundEntries> {
    const ids = namedWith(entryEnding, await this.#storage.list(journalFolder));
    const read: JournalEntry[] = [];
    const damaged: string[] = [];
    const unknown = ids.filter((id) => !known.has(id));
    await eachInLanes(unknown, async (id) => {
      const entry = await this.find(id).catch(async (cause: unknown) => {
        this.#log.error(`The history entry ${id} cannot be read: ${String(cause)}`);
        if (cause instanceof Damaged && (await this.#setAside(id))) damaged.push(id);
        return undefined;
      });
      if (entry !== undefined) read.push(entry);
    });
    return { names: new Set(ids), read, damaged };
  }

  /** The ids of entries that were set aside since they were damaged. */
  async damaged(): Promise<readonly string[]> {
    return namedWith(damagedEnding, await this.#storage.list(journalFolder));
  }

  /** Undefined where it is not there, or of another version. Throws where it is no entry. */
  async find(id: string): Promise<JournalEntry | undefined> {
    const bytes = await this.#storage.read(fileOf(id));
    if (bytes === undefined) return undefined;
    const entry = await runYielding(entryFrom(new TextDecoder().decode(bytes)));
    if (entry === undefined) throw new Damaged('it is not in the form of an entry');
    if ('otherVersion' in entry) {
      this.#log.warn(`The history entry ${id} is of another version and was left alone.`);
      return undefined;
    }
    if (entry.id !== id) throw new Damaged('it is another entry');
    return entry;
  }

  /** Whether an entry is there and names this owner; as quick for a thousand files as for one. */
  async isOwnedBy(id: string, owner: string): Promise<boolean> {
    const bytes = await this.#storage.read(fileOf(id));
    return bytes !== undefined && new TextDecoder().decode(bytes).includes(`"owner":"${owner}"`);
  }

  /** When it resolves, the entry is flushed to the device. */
  async write(entry: JournalEntry): Promise<void> {
    const encoder = new TextEncoder();
    const parts = await runYielding(partsOf(entry));
    await this.#storage.write(
      fileOf(entry.id),
      parts.map((part) => encoder.encode(part)),
    );
  }

  /**
   * Marks an entry of this owner as applied where there is no room to write it anew: as many bytes, over its own. Does
   * nothing where another window has ended it.
   */
  async markApplied(id: string, owner: string): Promise<void> {
    const bytes = (await this.#storage.read(fileOf(id))) ?? new Uint8Array();
    // One character a byte, so that places in the text are places in the file.
    const text = new TextDecoder('latin1').decode(bytes);
    const from = text.indexOf(applying);
    if (from < 0 || !text.includes(`"owner":"${owner}"`)) return;
    await this.#storage.overwrite(fileOf(id), from, new TextEncoder().encode(applied.padEnd(applying.length)));
  }

  async delete(id: string): Promise<void> {
    await this.#storage.remove(fileOf(id));
  }

  async deleteDamaged(id: string): Promise<void> {
    await this.#storage.remove(damagedOf(id));
  }

  async #setAside(id: string): Promise<boolean> {
    return this.#storage.rename(fileOf(id), damagedOf(id)).then(
      () => true,
      () => false,
    );
  }
}

class Damaged extends Error {}

/** The id of the entry that a name in the folder of entries is of; what an entry needs is kept for a damaged one, too. */
export function idOf(name: string): string {
  return name.split('.')[0] ?? '';
}

function fileOf(id: string): string {
  return `${journalFolder}/${id}${entryEnding}`;
}

function damagedOf(id: string): string {
  return `${journalFolder}/${id}${damagedEnding}`;
}

function namedWith(ending: string, names: readonly string[]): string[] {
  return names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
}
