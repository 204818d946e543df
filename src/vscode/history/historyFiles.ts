// Serves old contents from the history, and texts made from them, as read-only files.

import * as vscode from 'vscode';
import { setNewest } from '../../core/cache/maps.ts';
import { isFileContent, type FileContent } from '../../core/change/change.ts';
import type { StoredChange, StoredFile } from '../../core/journal/storedChange.ts';
import type { History } from './callHistory.ts';
import { encodeVirtualFile } from '../files/codec.ts';
import { historyScheme, type FileSource } from '../files/virtualFiles.ts';

/** The content before or after a change. */
export type HistorySide = 'before' | 'after';

/** The URI of one side of a change. Keeps the file's path, so that VS Code detects the language. */
export function historyUri(entryId: string, changeIndex: number, side: HistorySide, file: vscode.Uri): vscode.Uri {
  const query = `${changeIndex}-${side}`;
  return vscode.Uri.from({ scheme: historyScheme, authority: entryId, path: file.path, query });
}

/** The content of one side of a stored change; undefined for a missing side, a folder, a link or a large file. */
export function storedContentOf(change: StoredChange, side: HistorySide): StoredFile | undefined {
  const before = 'before' in change ? change.before : undefined;
  const after = 'after' in change ? change.after : undefined;
  const content = side === 'before' ? before : after;
  return isFileContent(content) ? content : undefined;
}

/** Makes a text (the current one of a file, or a unified diff) readable under a new history URI. */
export type KeepText = (entryId: string, changeIndex: number, file: vscode.Uri, text: string) => vscode.Uri;

/** Maximum number of kept texts; the oldest are dropped. */
const maxKeptTexts = 50;

/** Serves texts in UTF-8, whatever the encoding of their file. */
export class HistoryFiles implements FileSource {
  readonly #history: History;
  /** By URI, oldest first. */
  readonly #keptTexts = new Map<string, Uint8Array>();
  /** Sequence number, by which each URI is unique. */
  #nextTextNumber = 0;

  constructor(history: History) {
    this.#history = history;
  }

  readonly keepText: KeepText = (entryId, changeIndex, file, text) => {
    // Uses a new URI each time, since VS Code caches contents by URI.
    const query = `${changeIndex}-now-${this.#nextTextNumber++}`;
    const uri = vscode.Uri.from({ scheme: historyScheme, authority: entryId, path: file.path, query });
    setNewest(this.#keptTexts, uri.toString(), encodeVirtualFile(text, uri), maxKeptTexts);
    return uri;
  };

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const kept = this.#keptTexts.get(uri.toString());
    if (kept !== undefined) return kept;
    const content = await this.#contentOf(uri);
    return content.kind === 'text' ? encodeVirtualFile(content.text, uri) : content.bytes;
  }

  async #contentOf(uri: vscode.Uri): Promise<FileContent> {
    const [index, side] = uri.query.split('-');
    // An id has only lower-case letters, digits and `-`; URI authorities are lower-cased.
    const entry = await this.#history.find(uri.authority);
    const change = entry?.changes[Number(index)];
    const isStored = side === 'before' || side === 'after';
    const content = isStored && change ? storedContentOf(change, side) : undefined;
    if (entry === undefined || content === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return this.#history.contentOf(entry, content);
  }
}
