// Records writes in the editor: the user's own (saves, deletions, renames), and those that an extension may have made.

import * as vscode from 'vscode';
import type { PathWrite } from '../../core/watch/writeIndex.ts';
import { absentState, anyState, type ContentState } from '../../core/watch/writes.ts';
import { equalBytes } from '../../core/text/bytes.ts';
import { encodeText } from '../files/codec.ts';
import { WriteLog } from './writeLog.ts';

/** Maximum number of files of a renamed folder to read. */
const maxRenamedFiles = 2000;
/** Maximum time that a scan waits for a pending write: the editor does not report that a write failed. */
const maxRecordingMs = 5000;
/** Maximum number of texts to keep of a document that changes while it is saved; the oldest are dropped. */
const maxSavedTexts = 50;

export interface WatchedFile {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Lists the paths in the folder that have changes to review. */
  readonly listToReview: () => readonly string[];
  /** Reads the file's current bytes on disk; undefined if it is absent, `unread` if it cannot be read at once. */
  readonly read: () => Uint8Array | 'unread' | undefined;
}

interface PendingWrite {
  /** Resolves `whenEnded`. */
  readonly end: () => void;
  readonly whenEnded: Promise<void>;
  /** Texts of the document since its save began, oldest first; any of them may be the one that is written. */
  readonly texts: string[];
  /** State on disk before it; set for a write that an extension may have made. */
  before?: Promise<ContentState>;
}

interface Rename {
  readonly uri: vscode.Uri;
  /** The file or folder at its new path; undefined outside the workspace. */
  readonly top: WatchedFile | undefined;
  readonly oldTop: WatchedFile | undefined;
  /** Old paths of its files that have changes to review; empty if it stays in its workspace folder. */
  readonly toReview: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Records writes until it is disposed. */
export class UserWrites implements vscode.Disposable {
  readonly #fileAt: (uri: vscode.Uri) => WatchedFile | undefined;
  readonly #listeners: vscode.Disposable;
  readonly #log = new WriteLog();
  readonly #stateBeforeSave = new WeakMap<vscode.TextDocument, Promise<ContentState>>();
  /** By file URI. */
  readonly #pendingWrites = new Map<string, PendingWrite>();

  /** @param fileAt finds a file on disk in the workspace; undefined for others */
  constructor(fileAt: (uri: vscode.Uri) => WatchedFile | undefined) {
    this.#fileAt = fileAt;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(({ document }) => {
        const file = this.#fileAt(document.uri);
        if (file === undefined) return;
        this.#beginWrite(document.uri, document.getText());
        this.#stateBeforeSave.set(document, this.#log.store(file.read(), 'user'));
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#addText(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.#endWrite(document.uri, this.#recordSave(document))),
      // An extension's edits fire these events as well.
      vscode.workspace.onWillSaveNotebookDocument(({ notebook }) => this.#beginEditorWrite(notebook.uri)),
      vscode.workspace.onDidSaveNotebookDocument(({ uri }) => this.#endWrite(uri, this.#recordEditorWrite(uri))),
      vscode.workspace.onWillCreateFiles(({ files }) => files.forEach((uri) => this.#beginEditorWrite(uri))),
      vscode.workspace.onDidCreateFiles(({ files }) => {
        for (const uri of files) this.#endWrite(uri, this.#recordEditorWrite(uri));
      }),
      vscode.workspace.onWillDeleteFiles(({ files }) => files.forEach((uri) => this.#beginWrite(uri))),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.#endWrite(uri, this.#recordDeletion(uri));
      }),
      vscode.workspace.onWillRenameFiles(({ files }) => files.forEach(({ oldUri }) => this.#beginWrite(oldUri))),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        const time = Date.now();
        for (const { oldUri, newUri } of files) {
          this.#endWrite(oldUri, this.#recordRenamed(newUri, oldUri, time));
        }
      }),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Writes in a folder since a time, in milliseconds since 1970. */
  writesSince(folder: string, time: number): readonly PathWrite[] {
    return this.#log.since(folder, time);
  }

  /** Resolves when all pending writes are recorded. A write may be on disk before the editor reports it. */
  async whenRecorded(): Promise<void> {
    await Promise.all([...this.#pendingWrites.values()].map(({ whenEnded }) => whenEnded));
  }

  contentOf(state: ContentState): Uint8Array | undefined {
    return this.#log.contentOf(state);
  }

  /** Whether a move takes a file or folder with changes to review into another workspace folder, or out of all. */
  leavesItem(from: vscode.Uri, to: vscode.Uri): boolean {
    const source = this.#fileAt(from);
    return source !== undefined && source.folder !== this.#fileAt(to)?.folder && listToReviewAt(source).length > 0;
  }

  #beginEditorWrite(uri: vscode.Uri): void {
    const file = this.#fileAt(uri);
    if (file !== undefined) this.#beginWrite(uri).before = this.#log.store(file.read(), 'editor');
  }

  #beginWrite(uri: vscode.Uri, ...texts: string[]): PendingWrite {
    // A write that never ends is dropped after a timeout.
    const { promise: whenEnded, resolve: end } = Promise.withResolvers<void>();
    const key = uri.toString();
    const write: PendingWrite = { end, whenEnded, texts };
    this.#pendingWrites.get(key)?.end();
    this.#pendingWrites.set(key, write);
    const timer = setTimeout(end, maxRecordingMs);
    void whenEnded.then(() => {
      clearTimeout(timer);
      if (this.#pendingWrites.get(key) === write) this.#pendingWrites.delete(key);
    });
    return write;
  }

  #addText(document: vscode.TextDocument): void {
    if (this.#pendingWrites.size === 0) return;
    const texts = this.#pendingWrites.get(document.uri.toString())?.texts;
    if (texts !== undefined && texts.push(document.getText()) > maxSavedTexts) texts.shift();
  }

  #endWrite(uri: vscode.Uri, recording: Promise<void> | void): void {
    const write = this.#pendingWrites.get(uri.toString());
    void Promise.resolve(recording).finally(() => write?.end());
  }

  async #recordSave(document: vscode.TextDocument): Promise<void> {
    const file = this.#fileAt(document.uri);
    const before = this.#stateBeforeSave.get(document);
    const time = Date.now();
    if (file === undefined || before === undefined) return;
    const texts = this.#pendingWrites.get(document.uri.toString())?.texts ?? [];
    const bytes = await savedBytes(file, texts.length > 0 ? texts : [document.getText()], document.encoding);
    this.#addWrite(file, await before, await this.#log.store(bytes, 'user'), time);
  }

  async #recordEditorWrite(uri: vscode.Uri): Promise<void> {
    const file = this.#fileAt(uri);
    const time = Date.now();
    const write = this.#pendingWrites.get(uri.toString());
    if (file === undefined || write?.before === undefined) return;
    const [before, after] = await Promise.all([write.before, this.#log.store(file.read(), 'editor')]);
    // An unknown state would explain other changes of the file as well.
    if (before !== anyState && after !== anyState) this.#addWrite(file, before, after, time, { by: 'editor' });
  }

  #recordDeletion(uri: vscode.Uri, time = Date.now()): void {
    const file = this.#fileAt(uri);
    if (file !== undefined) this.#addWrite(file, anyState, absentState, time, { isFolder: true });
  }

  /**
   * Records the files of a renamed file or folder. Renaming keeps the content, so it is read at the new path. A file to
   * review cannot take its item into another folder: both its writes count as the editor's, so that they are listed.
   */
  async #recordRenamed(uri: vscode.Uri, oldUri: vscode.Uri, time: number): Promise<void> {
    const oldTop = this.#fileAt(oldUri);
    const top = this.#fileAt(uri);
    const leavesFolder = top !== undefined && oldTop !== undefined && oldTop.folder !== top.folder;
    const toReview = new Set(leavesFolder ? listToReviewAt(oldTop) : []);
    // Otherwise the files are recorded one by one: the deletion of the folder would explain that of the files to review
    // as well.
    if (toReview.size === 0) this.#recordDeletion(oldUri, time);
    const rename = { uri, top, oldTop, toReview, time };
    for (const fileUri of [uri, ...(await listFilesBelow(uri))]) await this.#recordRenamedFile(fileUri, rename);
  }

  async #recordRenamedFile(fileUri: vscode.Uri, { uri, top, oldTop, toReview, time }: Rename): Promise<void> {
    const file = this.#fileAt(fileUri);
    const bytes = file?.read();
    if (file === undefined || bytes === undefined) return;
    const isSameFolder = top !== undefined && oldTop?.folder === file.folder;
    const from = isSameFolder ? oldTop.path + file.path.slice(top.path.length) : undefined;
    const state = await this.#log.store(bytes, 'user');
    const oldPath = (oldTop?.path ?? '') + fileUri.path.slice(uri.path.length);
    const by = toReview.has(oldPath) ? 'editor' : 'reviewed';
    // An unknown state would explain other changes of the file as well.
    if (by === 'editor' && state === anyState) return;
    if (oldTop !== undefined && toReview.size > 0)
      this.#addWrite({ folder: oldTop.folder, path: oldPath }, state, absentState, time, { by });
    this.#addWrite(file, absentState, state, time, { from, by });
  }

  #addWrite(
    { folder, path }: Pick<WatchedFile, 'folder' | 'path'>,
    before: ContentState,
    after: ContentState,
    time: number,
    extras: Partial<Pick<PathWrite, 'isFolder' | 'from' | 'by'>> = {},
  ): void {
    this.#log.add({ folder, path, before, after, by: 'reviewed', isDone: true, time, ...extras });
  }
}

/** Lists the files below a folder, without those of `.git`; none for a file. */
async function listFilesBelow(uri: vscode.Uri): Promise<vscode.Uri[]> {
  // `null` also finds files that `files.exclude` hides. More than the limit, since `.git` is filtered afterwards.
  const descendants = await vscode.workspace.findFiles(
    new vscode.RelativePattern(uri, '**/*'),
    null,
    5 * maxRenamedFiles,
  );
  return descendants.filter(({ path }) => !path.slice(uri.path.length).includes('/.git/')).slice(0, maxRenamedFiles);
}

/** The paths at or below a path that have changes to review. */
function listToReviewAt({ path, listToReview }: WatchedFile): string[] {
  return listToReview().filter((name) => name === path || name.startsWith(`${path}/`));
}

/** The bytes of the text that is on disk. If none is, since an agent wrote the file meanwhile, those of the last text. */
async function savedBytes(file: WatchedFile, texts: readonly string[], encoding: string): Promise<Uint8Array> {
  const onDisk = texts.length > 1 ? file.read() : undefined;
  let last: Uint8Array | undefined;
  for (const text of texts.toReversed()) {
    const bytes = await encodeAsEditor(text, encoding);
    if (onDisk instanceof Uint8Array && equalBytes(bytes, onDisk)) return bytes;
    last ??= bytes;
  }
  return last ?? new Uint8Array();
}

/** Encodes as the editor saves: it replaces what the encoding cannot represent. */
async function encodeAsEditor(text: string, encoding: string): Promise<Uint8Array> {
  const faithful = await encodeText(text, encoding).catch(() => undefined);
  return faithful?.bytes ?? (await vscode.workspace.encode(text, { encoding }));
}
