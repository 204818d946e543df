// Notes what the person writes in the editor: files that are saved, and those deleted or renamed in the explorer.

import * as vscode from 'vscode';
import { absent, anyState, type State } from '../../core/watch/writes.ts';
import { sha256 } from '../../core/text/hash.ts';
import { encodeText } from '../files/codec.ts';
import type { PlacedWrite } from './journalWrites.ts';

/** Writes, and bytes of contents, that are kept; the oldest are forgotten. */
const maxKept = { writes: 2000, bytes: 32 * 1024 * 1024 };
/** Files of a renamed folder that are looked at. */
const maxRenamed = 2000;
/** How long a look waits for a write to be noted. A write that fails is never noted. */
const maxNoteMs = 5000;

/** Where a watched file is. */
export interface WatchedFile {
  /** The URI of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Reads the file as it is on disk now; undefined if it is absent, `unread` if it cannot be read at once. */
  readonly read: () => Uint8Array | 'unread' | undefined;
}

/** Notes writes while it is not disposed. */
export class PersonWrites implements vscode.Disposable {
  readonly #fileAt: (uri: vscode.Uri) => WatchedFile | undefined;
  readonly #listeners: vscode.Disposable;
  readonly #contents = new Map<State, Uint8Array>();
  /** The state on disk before a document is saved. */
  readonly #before = new WeakMap<vscode.TextDocument, Promise<State>>();
  /** Ends the wait for each write that has begun, by the URI of its file. */
  readonly #begun = new Map<string, PromiseWithResolvers<void>>();
  #bytes = 0;
  #writes: (PlacedWrite & { readonly folder: string })[] = [];

  /** @param fileAt finds a file of the disk in the workspace; undefined elsewhere. */
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

  /** Since a time, in milliseconds since 1970. */
  since(folder: string, time: number): readonly PlacedWrite[] {
    return this.#writes.filter((write) => write.folder === folder && write.time >= time);
  }

  /** Resolves when the writes that have begun are noted: one may be on disk before the editor tells of it. */
  async noted(): Promise<void> {
    await Promise.all([...this.#begun.values()].map(({ promise }) => promise));
  }

  contentOf(state: State): Uint8Array | undefined {
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
    if (file !== undefined) this.#add(file, anyState, absent, Date.now(), { isFolder: true });
  }

  /** A renamed file has the content that it had, so its new name is looked at. */
  async #appeared(uri: vscode.Uri, oldUri: vscode.Uri): Promise<void> {
    const time = Date.now();
    const [old, top] = [this.#fileAt(oldUri), this.#fileAt(uri)];
    const below = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, '**/*'), undefined, maxRenamed);
    for (const each of [uri, ...below]) {
      const file = this.#fileAt(each);
      const bytes = file?.read();
      if (file === undefined || bytes === undefined) continue;
      const from = top && old?.folder === file.folder ? old.path + file.path.slice(top.path.length) : undefined;
      this.#add(file, absent, await this.#keep(bytes), time, { from });
    }
  }

  #add(
    { folder, path }: WatchedFile,
    before: State,
    after: State,
    time: number,
    more: Pick<PlacedWrite, 'isFolder' | 'from'> = {},
  ): void {
    const write = { folder, path, before, after, by: 'reviewed', isDone: true, time, ...more } as const;
    this.#writes = [...this.#writes, write].slice(-maxKept.writes);
  }

  async #keep(bytes: ReturnType<WatchedFile['read']>): Promise<State> {
    if (bytes === undefined) return absent;
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
