import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { ToolError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { blobsOf, contentsOf, fromStored, journalEntry, toStored, type JournalEntry } from '../../core/journalEntry.ts';
import { decodeText } from '../codec.ts';
import { isMissing } from '../disk.ts';
import type { Log } from '../log.ts';

/** Entries beyond this many are forgotten, oldest first, and with them the bytes that no other entry needs. */
const entriesKept = 200;
const draftEnding = '.draft';

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
  async begin(changes: readonly Change[], title: string, tool: string): Promise<JournalEntry> {
    for (const content of changes.flatMap(contentsOf)) await this.#writeBlob(content.sha256, content.bytes);
    const time = new Date().toISOString();
    const entry: JournalEntry = {
      version: 1,
      id: this.#nextId(),
      time,
      title,
      tool,
      state: 'applying',
      changes: changes.map(toStored),
    };
    await this.#writeEntry(entry);
    this.#entries.push(entry);
    return entry;
  }

  async setState(entry: JournalEntry, state: JournalEntry['state']): Promise<void> {
    entry.state = state;
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

  async #prune(): Promise<void> {
    const gone = this.#entries.slice(0, -entriesKept).filter((entry) => entry.state !== 'applying');
    if (gone.length === 0) return;
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry));
    const needed = new Set(this.#entries.flatMap(blobsOf));
    for (const entry of gone) await deleteIfThere(this.#entryUri(entry.id));
    for (const hash of new Set(gone.flatMap(blobsOf))) {
      if (!needed.has(hash)) await deleteIfThere(this.#blobUri(hash));
    }
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
    const draft = vscode.Uri.joinPath(this.#entriesFolder, `${entry.id}${draftEnding}`);
    await vscode.workspace.fs.writeFile(draft, new TextEncoder().encode(JSON.stringify(entry)));
    await vscode.workspace.fs.rename(draft, this.#entryUri(entry.id), { overwrite: true });
  }

  async #writeBlob(hash: string, bytes: Uint8Array): Promise<void> {
    const uri = this.#blobUri(hash);
    const there = await sizeOf(uri);
    if (there !== bytes.length) await vscode.workspace.fs.writeFile(uri, bytes);
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
