import * as vscode from 'vscode';
import { VirtualFiles } from '../../files/virtualFiles.ts';

/** The scheme of both sides of a review: `redline-proposal://<review id>/<path>?before` and `…?after`. */
export const proposalScheme = 'redline-proposal';

/** The sides of a diff under review. `before` cannot be written, `after` is what the person may amend if it is a text. */
export type Side = 'before' | 'after';

interface Entry {
  bytes: Uint8Array;
  modified: number;
  readonly readonly: boolean;
  /** Whether an editor has saved what the person typed. */
  isAmended: boolean;
}

/**
 * Proposals under review, held in memory. The path is the file's own with a mark, the same on both sides, so that a
 * multi-file diff shows a plain header; the editor shows it in places of its own, so nothing in it hides, or becomes an icon there.
 */
export class ProposalFiles extends VirtualFiles implements vscode.FileSystemProvider {
  /** By review, then by address. */
  readonly #entries = new Map<string, Map<string, Entry>>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #version = 1;

  /** `twin` tells files apart that have one path: in two file systems, or twice in a call. */
  static uri(reviewId: string, path: string, side: Side, twin = 0): vscode.Uri {
    const query = twin === 0 ? side : `${side}-${twin}`;
    return vscode.Uri.from({ scheme: proposalScheme, authority: reviewId, path, query });
  }

  static isSide({ query }: vscode.Uri, side: Side): boolean {
    return query.split('-')[0] === side;
  }

  put(uri: vscode.Uri, bytes: Uint8Array, { readonly }: { readonly readonly: boolean }): void {
    const own = this.#entries.get(uri.authority) ?? new Map<string, Entry>();
    this.#entries.set(uri.authority, own);
    own.set(uri.toString(), { bytes, modified: this.#version++, readonly, isAmended: false });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Forgets all files of one review. */
  forget(reviewId: string): void {
    this.#entries.delete(reviewId);
  }

  /** What an editor saved of a proposal; undefined where it saved nothing. */
  saved(uri: vscode.Uri): Uint8Array | undefined {
    const entry = this.#entries.get(uri.authority)?.get(uri.toString());
    return entry?.isAmended === true ? entry.bytes : undefined;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#entry(uri).bytes;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const entry = this.#entry(uri);
    if (entry.readonly) throw vscode.FileSystemError.NoPermissions(uri);
    // Only the editor that holds the text writes here, so nobody needs to be told.
    entry.bytes = content;
    entry.isAmended = true;
    entry.modified = this.#version++;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const entry = this.#entry(uri);
    const size = entry.bytes.length;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: entry.modified, size };
    return entry.readonly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  #entry(uri: vscode.Uri): Entry {
    const entry = this.#entries.get(uri.authority)?.get(uri.toString());
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }
}
