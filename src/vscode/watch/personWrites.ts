// Records the user's own writes in the editor: saves, and deletions and renames in the Explorer.

import * as vscode from 'vscode';
import { absentState, anyState, type ContentState } from '../../core/watch/writes.ts';
import { sha256 } from '../../core/text/hash.ts';
import { encodeText } from '../files/codec.ts';
import type { PlacedWrite } from './journalWrites.ts';

/** Maximum numbers of writes, and of bytes of contents; the oldest are dropped. */
const maxKept = { writes: 2000, bytes: 32 * 1024 * 1024 };
/** Maximum number of files of a renamed folder to read. */
const maxRenamed = 2000;
/** Maximum time that a scan waits for a pending write to be recorded; a failed write never is. */
const maxNoteMs = 5000;

/** A watched file: its folder, path and reader. */
export interface WatchedFile {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Reads the file's current bytes on disk; undefined if it is absent, `unread` if it cannot be read at once. */
  readonly read: () => Uint8Array | 'unread' | undefined;
}

/** Records writes until it is disposed. */
export class PersonWrites implements vscode.Disposable {
  readonly #fileAt: (uri: vscode.Uri) => WatchedFile | undefined;
  readonly #listeners: vscode.Disposable;
  readonly #contents = new Map<ContentState, Uint8Array>();
  /** State on disk before a document is saved. */
  readonly #before = new WeakMap<vscode.TextDocument, Promise<ContentState>>();
  /** Ends the wait for each pending write, by file URI. */
  readonly #begun = new Map<string, PromiseWithResolvers<void>>();
  #bytes = 0;
  #writes: (PlacedWrite & { readonly folder: string })[] = [];

  /** @param fileAt finds a file on disk in the workspace; undefined for others */
  constructor(fileAt: (uri: vscode.Uri) => WatchedFile | undefined) {
    this.#fileAt = fileAt;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(({ document }) => {
        const file = this.#fileAt(document.uri);
        if (file === undefined) return;
        this.#begin(document.uri);
        this.#before.set(document, this.#keep(file.read()));
      }),
      vscode.workspace.onDidSaveTextDocument((document) => this.#end(document.uri, this.#saved(document))),
      vscode.workspace.onWillDeleteFiles(({ files }) => files.forEach((uri) => this.#begin(uri))),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.#end(uri, this.#deleted(uri));
      }),
      vscode.workspace.onWillRenameFiles(({ files }) => files.forEach(({ oldUri }) => this.#begin(oldUri))),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#deleted(oldUri);
          this.#end(oldUri, this.#appeared(newUri, oldUri));
        }
      }),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Writes since a time, in milliseconds since 1970. */
  since(folder: string, time: number): readonly PlacedWrite[] {
    return this.#writes.filter((write) => write.folder === folder && write.time >= time);
  }

  /** Resolves when all pending writes are recorded: one may be on disk before the editor's event. */
  async noted(): Promise<void> {
    await Promise.all([...this.#begun.values()].map(({ promise }) => promise));
  }

  contentOf(state: ContentState): Uint8Array | undefined {
    return this.#contents.get(state);
  }

  #begin(uri: vscode.Uri): void {
    const write = Promise.withResolvers<void>();
    const key = uri.toString();
    this.#begun.get(key)?.resolve();
    this.#begun.set(key, write);
    const timer = setTimeout(write.resolve, maxNoteMs);
    void write.promise.then(() => {
      clearTimeout(timer);
      if (this.#begun.get(key) === write) this.#begun.delete(key);
    });
  }

  #end(uri: vscode.Uri, noted: Promise<void> | void): void {
    const write = this.#begun.get(uri.toString());
    void Promise.resolve(noted).finally(() => write?.resolve());
  }

  async #saved(document: vscode.TextDocument): Promise<void> {
    const file = this.#fileAt(document.uri);
    const before = this.#before.get(document);
    const time = Date.now();
    if (file === undefined || before === undefined) return;
    const { bytes } = await encodeText(document.getText(), document.encoding);
    this.#add(file, await before, await this.#keep(bytes), time);
  }

  #deleted(uri: vscode.Uri): void {
    const file = this.#fileAt(uri);
    if (file !== undefined) this.#add(file, anyState, absentState, Date.now(), { isFolder: true });
  }

  /** A renamed file keeps its content, so the file at its new path is read. */
  async #appeared(uri: vscode.Uri, oldUri: vscode.Uri): Promise<void> {
    const time = Date.now();
    const [old, top] = [this.#fileAt(oldUri), this.#fileAt(uri)];
    const descendants = await vscode.workspace.findFiles(
      new vscode.RelativePattern(uri, '**/*'),
      undefined,
      maxRenamed,
    );
    for (const each of [uri, ...descendants]) {
      const file = this.#fileAt(each);
      const bytes = file?.read();
      if (file === undefined || bytes === undefined) continue;
      const from = top && old?.folder === file.folder ? old.path + file.path.slice(top.path.length) : undefined;
      this.#add(file, absentState, await this.#keep(bytes), time, { from });
    }
  }

  #add(
    { folder, path }: WatchedFile,
    before: ContentState,
    after: ContentState,
    time: number,
    more: Pick<PlacedWrite, 'isFolder' | 'from'> = {},
  ): void {
    const write = { folder, path, before, after, by: 'reviewed', isDone: true, time, ...more } as const;
    this.#writes = [...this.#writes, write].slice(-maxKept.writes);
  }

  async #keep(bytes: ReturnType<WatchedFile['read']>): Promise<ContentState> {
    if (bytes === undefined) return absentState;
    if (bytes === 'unread') return anyState;
    const state = await sha256(bytes);
    if (!this.#contents.has(state)) this.#bytes += bytes.length;
    this.#contents.set(state, bytes);
    for (const [oldest, content] of this.#contents) {
      if (this.#bytes <= maxKept.bytes) break;
      this.#contents.delete(oldest);
      this.#bytes -= content.length;
    }
    return state;
  }
}
