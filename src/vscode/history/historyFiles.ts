import * as vscode from 'vscode';
import { isFileContent, type FileContent } from '../../core/change/change.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import type { History } from './callHistory.ts';
import { historyScheme } from './historyScheme.ts';
import type { ReadFiles } from '../files/virtualFiles.ts';

export type HistorySide = 'before' | 'after';

/** Where one side of a change of the history can be read. The path is the file's own, so the editor finds its language. */
export function historyUri(entryId: string, index: number, side: HistorySide, file: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme: historyScheme, authority: entryId, path: file.path, query: `${index}-${side}` });
}

/** Keeps the text that a file has now beside what the history kept of it, and answers where it can be read. */
export type KeepNow = (entryId: string, index: number, file: vscode.Uri, text: string) => vscode.Uri;

/** What the history kept, read-only; texts come as UTF-8, whatever their file's encoding. */
export class HistoryFiles implements ReadFiles {
  readonly #history: History;
  readonly #now = new Map<string, Uint8Array>();

  constructor(history: History) {
    this.#history = history;
  }

  readonly keepNow: KeepNow = (entryId, index, file, text) => {
    // Another one each time, since the editor keeps what it has read.
    const query = `${index}-now-${this.#now.size}`;
    const uri = vscode.Uri.from({ scheme: historyScheme, authority: entryId, path: file.path, query });
    this.#now.set(uri.toString(), encodeUtf8(text));
    return uri;
  };

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const now = this.#now.get(uri.toString());
    if (now !== undefined) return now;
    const content = await this.#contentOf(uri);
    return content.kind === 'text' ? encodeUtf8(content.text) : content.bytes;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length, permissions };
  }

  async #contentOf(uri: vscode.Uri): Promise<FileContent> {
    const [index, side] = uri.query.split('-');
    // The id has lower-case letters, digits and `-` only, so an authority holds it as it is.
    const entry = await this.#history.find(uri.authority);
    const change = entry?.changes[Number(index)];
    const before = change !== undefined && 'before' in change ? change.before : undefined;
    const after = change !== undefined && 'after' in change ? change.after : undefined;
    const content = side === 'before' ? before : after;
    if (entry !== undefined && isFileContent(content)) {
      return this.#history.contentOf(entry, content);
    }
    throw vscode.FileSystemError.FileNotFound(uri);
  }
}
