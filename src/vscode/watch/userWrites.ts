// Records writes in the editor: the user's own (saves, deletions, renames), and those that an extension may have made.

import * as vscode from 'vscode';
import { setNewest } from '../../core/cache/maps.ts';
import type { PathWrite } from '../../core/watch/writeIndex.ts';
import { absentState, anyState, type ContentState } from '../../core/watch/writes.ts';
import { findSavedBytes, type WatchedFile } from './watchedFile.ts';
import { WriteLog } from './writeLog.ts';

/** Maximum number of files of a renamed folder to read. */
const maxRenamedFiles = 2000;
/** Maximum number of moves whose items are remembered: far more than the calls between two scans make. */
const maxMoves = 2000;
/** Maximum time that a scan waits for a pending write: the editor does not report that a write failed. */
const maxRecordingMs = 5000;
/** Maximum number of texts to keep of a document that changes while it is saved; the oldest are dropped. */
const maxSavedTexts = 50;

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
  readonly newUri: vscode.Uri;
  /** The file or folder at its new path; undefined outside the workspace. */
  readonly target: WatchedFile | undefined;
  readonly source: WatchedFile | undefined;
  /** Old paths of its files with changes to review, if it moves into another workspace folder; else empty. */
  readonly toReview: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Records writes until it is disposed. */
export class UserWrites implements vscode.Disposable {
  readonly #fileAt: (uri: vscode.Uri) => WatchedFile | undefined;
  readonly #onFailure: (cause: unknown) => void;
  readonly #listeners: vscode.Disposable;
  readonly #log = new WriteLog();
  readonly #stateBeforeSave = new WeakMap<vscode.TextDocument, Promise<ContentState>>();
  /** Results of `leftItems` by move: the scan of one folder may drop an item before the scan of the other asks. */
  readonly #leftItemsByMove = new Map<string, ReadonlySet<string>>();
  /** Pending writes by file URI. */
  readonly #pendingWrites = new Map<string, PendingWrite>();

  /**
   * @param fileAt finds a file on disk in the workspace; undefined for others
   * @param onFailure called when a write could not be recorded; it is listed as a change to review
   */
  constructor(fileAt: (uri: vscode.Uri) => WatchedFile | undefined, onFailure: (cause: unknown) => void) {
    this.#fileAt = fileAt;
    this.#onFailure = onFailure;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(({ document }) => this.#beginSave(document)),
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
          this.#endWrite(oldUri, this.#recordRename(newUri, oldUri, time));
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

  /** The bytes of a state; undefined if they were dropped. */
  contentOf(state: ContentState): Uint8Array | undefined {
    return this.#log.contentOf(state);
  }

  /**
   * Lists the files with changes to review that a move by a call takes into another workspace folder, or out of all.
   * @param entry the call's journal id
   * @returns their paths from the moved path, with a leading `/`; the empty string for the moved file itself
   */
  leftItems(entry: string, fromUri: string, toUri: string): ReadonlySet<string> {
    const move = `${entry} ${fromUri}`;
    const known = this.#leftItemsByMove.get(move) ?? new Set();
    const [source, target] = [fromUri, toUri].map((uri) => this.#fileAt(vscode.Uri.parse(uri, true)));
    if (source === undefined || source.folder === target?.folder) return known;
    const found = listToReviewAt(source).map((path) => path.slice(source.path.length));
    const all = new Set([...known, ...found]);
    if (found.length > 0) setNewest(this.#leftItemsByMove, move, all, maxMoves);
    return all;
  }

  #beginSave(document: vscode.TextDocument): void {
    const file = this.#fileAt(document.uri);
    if (file === undefined) return;
    this.#beginWrite(document.uri, [document.getText()]);
    this.#stateBeforeSave.set(document, this.#log.store(file.read(), 'user'));
  }

  #beginEditorWrite(uri: vscode.Uri): void {
    const file = this.#fileAt(uri);
    if (file !== undefined) this.#beginWrite(uri).before = this.#log.store(file.read(), 'editor');
  }

  /** Adds a pending write, in place of an earlier one of the same file. Drops it after a timeout if it never ends. */
  #beginWrite(uri: vscode.Uri, texts: string[] = []): PendingWrite {
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

  /** Keeps the text of a document that changes while it is saved, such as by a formatter. */
  #addText(document: vscode.TextDocument): void {
    if (this.#pendingWrites.size === 0) return;
    const texts = this.#pendingWrites.get(document.uri.toString())?.texts;
    if (texts !== undefined && texts.push(document.getText()) > maxSavedTexts) texts.shift();
  }

  /** @param recording undefined if the write is recorded already */
  #endWrite(uri: vscode.Uri, recording: Promise<void> | void): void {
    const write = this.#pendingWrites.get(uri.toString());
    void Promise.resolve(recording)
      .catch(this.#onFailure)
      .finally(() => write?.end());
  }

  /** The pending write, which has the texts, must not have ended yet. */
  async #recordSave(document: vscode.TextDocument): Promise<void> {
    const file = this.#fileAt(document.uri);
    const before = this.#stateBeforeSave.get(document);
    const time = Date.now();
    if (file === undefined || before === undefined) return;
    // Empty if the pending write has timed out.
    const texts = this.#pendingWrites.get(document.uri.toString())?.texts ?? [];
    const bytes = await findSavedBytes(texts.length > 0 ? texts : [document.getText()], document.encoding, file.read);
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
   * Records the files of a renamed file or folder. A file with changes to review that moves into another workspace
   * folder cannot take its item along: both its writes count as the editor's, so that they are listed.
   */
  async #recordRename(newUri: vscode.Uri, oldUri: vscode.Uri, time: number): Promise<void> {
    const source = this.#fileAt(oldUri);
    const target = this.#fileAt(newUri);
    const leavesFolder = target !== undefined && source !== undefined && source.folder !== target.folder;
    const toReview = new Set(leavesFolder ? listToReviewAt(source) : []);
    // If some files are to review, their deletions are recorded file by file: the deletion of the whole folder would
    // explain those files as well.
    if (toReview.size === 0) this.#recordDeletion(oldUri, time);
    const rename = { newUri, target, source, toReview, time };
    for (const fileUri of [newUri, ...(await listFilesBelow(newUri))]) await this.#recordRenamedFile(fileUri, rename);
  }

  async #recordRenamedFile(fileUri: vscode.Uri, { newUri, target, source, toReview, time }: Rename): Promise<void> {
    const file = this.#fileAt(fileUri);
    // Renaming keeps the content.
    const bytes = file?.read();
    if (file === undefined || bytes === undefined) return;
    const isSameFolder = target !== undefined && source?.folder === file.folder;
    const from = isSameFolder ? source.path + file.path.slice(target.path.length) : undefined;
    const state = await this.#log.store(bytes, 'user');
    const oldPath = (source?.path ?? '') + fileUri.path.slice(newUri.path.length);
    const by = toReview.has(oldPath) ? 'editor' : 'reviewed';
    // An unknown state would explain other changes of the file as well.
    if (by === 'editor' && state === anyState) return;
    // With files to review, the deletion of the whole folder is not recorded.
    if (source !== undefined && toReview.size > 0)
      this.#addWrite({ folder: source.folder, path: oldPath }, state, absentState, time, { by });
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
