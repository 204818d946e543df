import * as vscode from 'vscode';
import { fileSystem } from '../fileSystem.ts';
import { journalEntry, type JournalEntry } from '../../core/journalEntry.ts';
import { isMissing } from '../disk.ts';
import type { Log } from '../log.ts';
import { deleteIfThere, eachOf, readIfThere, writeWhole } from './storedFiles.ts';

const entryEnding = '.json';

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
  readonly #folder: vscode.Uri;
  readonly #log: Log;

  constructor(folder: vscode.Uri, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Reads all entries but those that are known. One of another version is left alone. */
  async read(known: ReadonlySet<string>): Promise<FoundEntries> {
    const found = await this.#list();
    const ids = found.flatMap(([name]) => (name.endsWith(entryEnding) ? [name.slice(0, -entryEnding.length)] : []));
    const read: JournalEntry[] = [];
    const damaged: string[] = [];
    await eachOf(
      ids.filter((id) => !known.has(id)),
      async (id) => {
        const entry = await this.find(id).catch(async (cause: unknown) => {
          this.#log.error(`The history entry ${id} cannot be read: ${String(cause)}`);
          if (cause instanceof Damaged && (await this.#setAside(id))) damaged.push(id);
          return undefined;
        });
        if (entry !== undefined) read.push(entry);
      },
    );
    return { names: new Set(ids), read, damaged };
  }

  /** Undefined where it is not there, or of another version. Throws where it is no entry. */
  async find(id: string): Promise<JournalEntry | undefined> {
    const bytes = await readIfThere(this.#uri(id));
    if (bytes === undefined) return undefined;
    const value = parse(new TextDecoder().decode(bytes));
    if (value === undefined) throw new Damaged('it is no JSON');
    const parsed = journalEntry.safeParse(value);
    if (parsed.success && parsed.data.id === id) return parsed.data;
    if ('version' in value && value.version !== 2) {
      this.#log.warn(`The history entry ${id} is of another version and was left alone.`);
      return undefined;
    }
    throw new Damaged('it has not the form of an entry');
  }

  /** Whether an entry is there and names this owner; as quick for a thousand files as for one. */
  async isOwnedBy(id: string, owner: string): Promise<boolean> {
    const bytes = await readIfThere(this.#uri(id));
    return bytes !== undefined && new TextDecoder().decode(bytes).includes(`"owner":"${owner}"`);
  }

  async write(entry: JournalEntry): Promise<void> {
    await writeWhole(this.#uri(entry.id), new TextEncoder().encode(JSON.stringify(entry)));
  }

  delete(id: string): Promise<void> {
    return deleteIfThere(this.#uri(id));
  }

  /** A folder that somebody removed is made again. */
  async #list(): Promise<readonly [string, vscode.FileType][]> {
    try {
      return await fileSystem.readDirectory(this.#folder);
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
      await fileSystem.createDirectory(this.#folder);
      return [];
    }
  }

  async #setAside(id: string): Promise<boolean> {
    const aside = vscode.Uri.joinPath(this.#folder, `${id}.damaged`);
    return fileSystem.rename(this.#uri(id), aside, { overwrite: true }).then(
      () => true,
      () => false,
    );
  }

  #uri(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${id}${entryEnding}`);
  }
}

class Damaged extends Error {}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
