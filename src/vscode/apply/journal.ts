import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { ToolError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { blobsOf, contentsOf, fromStored, journalEntry, toStored, type JournalEntry } from '../../core/journalEntry.ts';
import { decodeText } from '../codec.ts';
import { historyLimits } from '../applySettings.ts';
import { isMissing } from '../disk.ts';
import type { Log } from '../log.ts';

const draftEnding = '.draft';

/** What is told of a step when it begins. */
export type NewEntry = Pick<JournalEntry, 'title' | 'tool' | 'session' | 'reverts' | 'permissions'>;

/**
 * The history on disk, in the extension's own storage: one JSON file a call, and the bytes of both sides once each,
 * under their SHA-256. An entry is written before its change is made.
 */
export class Journal {
  readonly #entriesFolder: vscode.Uri;
  readonly #blobsFolder: vscode.Uri;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #entries: JournalEntry[] = [];

  constructor(storage: vscode.Uri, log: Log) {
    this.#entriesFolder = vscode.Uri.joinPath(storage, 'journal');
    this.#blobsFolder = vscode.Uri.joinPath(storage, 'blobs');
    this.#log = log;
  }

  /** Oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Reads what earlier sessions left. An entry that cannot be read is left alone and logged. */
  async load(): Promise<void> {
    await vscode.workspace.fs.createDirectory(this.#entriesFolder);
    await vscode.workspace.fs.createDirectory(this.#blobsFolder);
    const names = await vscode.workspace.fs.readDirectory(this.#entriesFolder);
    const whole = names.map(([name]) => name).filter((name) => !name.endsWith(draftEnding));
    const read = await Promise.all(whole.map((name) => this.#readEntry(name)));
    this.#entries = read.filter((entry) => entry !== undefined).sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#changed.fire();
  }

  /** Writes an entry ahead of its change; when this resolves, both sides are on disk. */
  async begin(changes: readonly Change[], about: NewEntry): Promise<JournalEntry> {
    const contents = changes.flatMap(contentsOf);
    await eachOf(contents, (content) => this.#writeBlob(content.sha256, content.bytes));
    const entry: JournalEntry = {
      version: 2,
      id: this.#nextId(),
      time: new Date().toISOString(),
      ...about,
      state: 'applying',
      bytes: contents.reduce((sum, { bytes }) => sum + bytes.length, 0),
      changes: changes.map(toStored),
    };
    // Taken before anything is awaited, so that two calls never get one number.
    this.#entries.push(entry);
    await this.#writeEntry(entry).catch((cause: unknown) => {
      this.#entries = this.#entries.filter((each) => each !== entry);
      throw cause;
    });
    return entry;
  }

  /** Marks an entry as applied, with the changes as they came out where they differ from those it began with. */
  async finish(entry: JournalEntry, changes?: readonly Change[]): Promise<void> {
    entry.state = 'applied';
    if (changes !== undefined) {
      const known = new Set(blobsOf(entry));
      const fresh = changes.flatMap(contentsOf).filter(({ sha256 }) => !known.has(sha256));
      await eachOf(fresh, (content) => this.#writeBlob(content.sha256, content.bytes));
      if (fresh.length > 0) entry.changes = changes.map(toStored);
    }
    await this.#writeEntry(entry);
    await this.#prune();
    this.#changed.fire();
  }

  /** Forgets an entry whose change did not happen. */
  async drop(entry: JournalEntry): Promise<void> {
    this.#entries = this.#entries.filter((each) => each !== entry);
    await deleteIfThere(this.#entryUri(entry.id));
    this.#changed.fire();
  }

  /** The changes of an entry, with their bytes. Throws IO_ERROR where bytes are gone or damaged. */
  changesOf(entry: JournalEntry): Promise<Change[]> {
    const readBlob = async (hash: string): Promise<Uint8Array> => {
      const bytes = await vscode.workspace.fs.readFile(this.#blobUri(hash));
      if ((await sha256(bytes)) === hash) return bytes;
      throw new ToolError('IO_ERROR', 'The history kept damaged bytes for this change, so it cannot be taken back.');
    };
    return Promise.all(entry.changes.map((stored) => fromStored(stored, readBlob, decodeText)));
  }

  /** Forgets everything but steps that are under way. */
  async clear(): Promise<void> {
    await this.#forget(this.#entries.filter((entry) => entry.state !== 'applying'));
    this.#changed.fire();
  }

  async #prune(): Promise<void> {
    const { entries: most, bytes } = historyLimits();
    await this.#forget(beyondLimits(this.#entries, most, bytes));
  }

  async #forget(gone: readonly JournalEntry[]): Promise<void> {
    if (gone.length === 0) return;
    const forgotten = new Set(gone);
    this.#entries = this.#entries.filter((entry) => !forgotten.has(entry));
    const needed = new Set(this.#entries.flatMap(blobsOf));
    const blobs = [...new Set(gone.flatMap(blobsOf))].filter((hash) => !needed.has(hash));
    await eachOf(gone, (entry) => deleteIfThere(this.#entryUri(entry.id)));
    await eachOf(blobs, (hash) => deleteIfThere(this.#blobUri(hash)));
  }

  async #readEntry(name: string): Promise<JournalEntry | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#entriesFolder, name));
      return journalEntry.parse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      this.#log.warn(`The history entry ${name} cannot be read and was left alone.`);
      return undefined;
    }
  }

  async #writeEntry(entry: JournalEntry): Promise<void> {
    await this.#writeWhole(this.#entryUri(entry.id), new TextEncoder().encode(JSON.stringify(entry)));
  }

  async #writeBlob(hash: string, bytes: Uint8Array): Promise<void> {
    const uri = this.#blobUri(hash);
    if ((await sizeOf(uri)) !== bytes.length) await this.#writeWhole(uri, bytes);
  }

  /** A draft that takes the file's place, so that nobody ever reads half of it. */
  async #writeWhole(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const draft = uri.with({ path: `${uri.path}.${crypto.randomUUID().slice(0, 8)}${draftEnding}` });
    await vscode.workspace.fs.writeFile(draft, bytes);
    await vscode.workspace.fs.rename(draft, uri, { overwrite: true });
  }

  /** Ids sort as the calls came, across restarts, also when the clock was set back; two windows never make the same. */
  #nextId(): string {
    const last = this.#entries.at(-1)?.id ?? '0';
    const number = String(Number.parseInt(last, 10) + 1).padStart(8, '0');
    return `${number}-${crypto.randomUUID().slice(0, 8)}`;
  }

  #entryUri(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#entriesFolder, `${id}.json`);
  }

  #blobUri(hash: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#blobsFolder, hash);
  }
}

/** The oldest entries over what is kept; the newest one, and steps under way, are never among them. */
function beyondLimits(entries: readonly JournalEntry[], most: number, bytes: number): JournalEntry[] {
  let sum = 0;
  return entries.toReversed().filter((entry, index) => {
    sum += entry.bytes;
    return index > 0 && entry.state !== 'applying' && (index >= most || sum > bytes);
  });
}

/** Many files at a time, since each waits for the disk, but not all, since each holds a file open. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 16) await Promise.all(all.slice(at, at + 16).map(work));
}

async function sizeOf(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

async function deleteIfThere(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
}
