// Records the user's own writes in the editor: saves, and deletions and renames in the Explorer.

import * as vscode from 'vscode';
import { absentState, anyState, type ContentState } from '../../core/watch/writes.ts';
import { sha256 } from '../../core/text/hash.ts';
import { encodeText } from '../files/codec.ts';
import type { PlacedWrite } from './journalWrites.ts';

/** Maximum number of writes, and of bytes of all contents; the oldest are dropped. */
const limits = { writes: 2000, bytes: 32 * 1024 * 1024 };
/** Maximum number of files of a renamed folder to read. */
const maxRenamedFiles = 2000;
/** Maximum time that a scan waits for a pending write to be recorded: of a failed write, the editor sends no second event. */
const maxRecordingMs = 5000;

/** A watched file: its folder, path and reader. */
export interface WatchedFile {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Reads the file's current bytes on disk; undefined if it is absent, `unread` if it cannot be read at once. */
  readonly read: () => Uint8Array | 'unread' | undefined;
}

/** Records writes until it is disposed. */
export class UserWrites implements vscode.Disposable {
  readonly #fileAt: (uri: vscode.Uri) => WatchedFile | undefined;
  readonly #listeners: vscode.Disposable;
  /** Bytes by SHA-256, oldest first; `#contentBytes` is their total. */
  readonly #contents = new Map<ContentState, Uint8Array>();
  /** State on disk before a document is saved. */
  readonly #stateBeforeSave = new WeakMap<vscode.TextDocument, Promise<ContentState>>();
  /** Ends the wait for each pending write, by file URI. */
  readonly #pendingWrites = new Map<string, PromiseWithResolvers<void>>();
  #contentBytes = 0;
  #writes: (PlacedWrite & { readonly folder: string })[] = [];

  /** @param fileAt finds a file on disk in the workspace; undefined for others */
  constructor(fileAt: (uri: vscode.Uri) => WatchedFile | undefined) {
    this.#fileAt = fileAt;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(({ document }) => {
        const file = this.#fileAt(document.uri);
        if (file === undefined) return;
        this.#beginWrite(document.uri);
        this.#stateBeforeSave.set(document, this.#storeContent(file.read()));
      }),
      vscode.workspace.onDidSaveTextDocument((document) => this.#endWrite(document.uri, this.#recordSave(document))),
      vscode.workspace.onWillDeleteFiles(({ files }) => files.forEach((uri) => this.#beginWrite(uri))),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.#endWrite(uri, this.#recordDeletion(uri));
      }),
      vscode.workspace.onWillRenameFiles(({ files }) => files.forEach(({ oldUri }) => this.#beginWrite(oldUri))),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#recordDeletion(oldUri);
          this.#endWrite(oldUri, this.#recordRenamed(newUri, oldUri));
        }
      }),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Writes in a folder since a time, in milliseconds since 1970. */
  writesSince(folder: string, time: number): readonly PlacedWrite[] {
    return this.#writes.filter((write) => write.folder === folder && write.time >= time);
  }

  /** Resolves when all pending writes are recorded. A write may be on disk before the editor reports it. */
  async whenRecorded(): Promise<void> {
    await Promise.all([...this.#pendingWrites.values()].map(({ promise }) => promise));
  }

  contentOf(state: ContentState): Uint8Array | undefined {
    return this.#contents.get(state);
  }

  #beginWrite(uri: vscode.Uri): void {
    const write = Promise.withResolvers<void>();
    const key = uri.toString();
    this.#pendingWrites.get(key)?.resolve();
    this.#pendingWrites.set(key, write);
    const timer = setTimeout(write.resolve, maxRecordingMs);
    void write.promise.then(() => {
      clearTimeout(timer);
      if (this.#pendingWrites.get(key) === write) this.#pendingWrites.delete(key);
    });
  }

  #endWrite(uri: vscode.Uri, recording: Promise<void> | void): void {
    const write = this.#pendingWrites.get(uri.toString());
    void Promise.resolve(recording).finally(() => write?.resolve());
  }

  async #recordSave(document: vscode.TextDocument): Promise<void> {
    const file = this.#fileAt(document.uri);
    const before = this.#stateBeforeSave.get(document);
    const time = Date.now();
    if (file === undefined || before === undefined) return;
    const { bytes } = await encodeText(document.getText(), document.encoding);
    this.#addWrite(file, await before, await this.#storeContent(bytes), time);
  }

  #recordDeletion(uri: vscode.Uri): void {
    const file = this.#fileAt(uri);
    if (file !== undefined) this.#addWrite(file, anyState, absentState, Date.now(), { isFolder: true });
  }

  /** Records the files at the new path of a renamed file or folder. Renaming keeps the content, so it is read there. */
  async #recordRenamed(uri: vscode.Uri, oldUri: vscode.Uri): Promise<void> {
    const time = Date.now();
    const [oldTop, top] = [this.#fileAt(oldUri), this.#fileAt(uri)];
    // With files that `files.exclude` hides, but without `.git`, which is filtered afterwards: hence more than the limit.
    const descendants = await vscode.workspace.findFiles(
      new vscode.RelativePattern(uri, '**/*'),
      null,
      5 * maxRenamedFiles,
    );
    const files = descendants
      .filter(({ path }) => !path.slice(uri.path.length).includes('/.git/'))
      .slice(0, maxRenamedFiles);
    for (const each of [uri, ...files]) {
      const file = this.#fileAt(each);
      const bytes = file?.read();
      if (file === undefined || bytes === undefined) continue;
      const from = top && oldTop?.folder === file.folder ? oldTop.path + file.path.slice(top.path.length) : undefined;
      this.#addWrite(file, absentState, await this.#storeContent(bytes), time, { from });
    }
  }

  #addWrite(
    { folder, path }: WatchedFile,
    before: ContentState,
    after: ContentState,
    time: number,
    extras: Pick<PlacedWrite, 'isFolder' | 'from'> = {},
  ): void {
    const write = { folder, path, before, after, by: 'reviewed', isDone: true, time, ...extras } as const;
    this.#writes = [...this.#writes, write].slice(-limits.writes);
  }

  async #storeContent(bytes: ReturnType<WatchedFile['read']>): Promise<ContentState> {
    if (bytes === undefined) return absentState;
    if (bytes === 'unread') return anyState;
    const state = await sha256(bytes);
    if (!this.#contents.has(state)) this.#contentBytes += bytes.length;
    this.#contents.set(state, bytes);
    for (const [oldest, content] of this.#contents) {
      if (this.#contentBytes <= limits.bytes) break;
      this.#contents.delete(oldest);
      this.#contentBytes -= content.length;
    }
    return state;
  }
}
