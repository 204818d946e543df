// Serves both sides of reviews as files in memory.

import * as vscode from 'vscode';
import { withEol } from '../../../core/text/lineEndings.ts';
import { VirtualFiles } from '../../files/virtualFiles.ts';

/** `redline-proposal://<review id>/<path>?<side>[-<repeat>][-unified]`, such as `?before` or `?after-2-unified`. */
export const proposalScheme = 'redline-proposal';

/** The sides of a diff under review. `before` is read-only; the user may edit `after` if it is text. */
export type Side = 'before' | 'after';

/** Suffix of the query in a unified diff's URI. */
const unifiedSuffix = 'unified';

interface ProposalFile {
  readonly proposedBytes: Uint8Array;
  bytes: Uint8Array;
  /** Number of the last write, as `mtime`. */
  modified: number;
  readonly isReadonly: boolean;
  /** Whether it was written since `put`: by an editor, or by `saveText`. */
  isSaved: boolean;
}

/** In-memory file system of proposals under review. Both sides have the file's path with a mark (`reviewPath`). */
export class ProposalFiles extends VirtualFiles implements vscode.FileSystemProvider {
  /** Files by review id, then by URI. */
  readonly #filesByReview = new Map<string, Map<string, ProposalFile>>();
  readonly #changeEmitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changeEmitter.event;
  /** Used as `mtime`, since VS Code reloads a file only if that changes. */
  #nextVersion = 1;

  /**
   * @param path the marked path of the file, by `reviewPath`
   * @param repeat distinguishes files with the same path: in two file systems, or twice in a call
   */
  static uri(reviewId: string, path: string, side: Side, repeat = 0): vscode.Uri {
    const query = repeat === 0 ? side : `${side}-${repeat}`;
    return vscode.Uri.from({ scheme: proposalScheme, authority: reviewId, path, query });
  }

  /** URI of a unified diff that is shown instead of the file `after`, under another path. */
  static unifiedUri(after: vscode.Uri, path: string): vscode.Uri {
    return after.with({ path, query: `${after.query}-${unifiedSuffix}` });
  }

  static isUnified({ scheme, query }: vscode.Uri): boolean {
    return scheme === proposalScheme && query.endsWith(`-${unifiedSuffix}`);
  }

  /** The right side of a unified diff counts as `after`. */
  static isSide({ query }: vscode.Uri, side: Side): boolean {
    return query.split('-')[0] === side;
  }

  put(uri: vscode.Uri, bytes: Uint8Array, { isReadonly }: { readonly isReadonly: boolean }): void {
    const filesOfReview = this.#filesByReview.get(uri.authority) ?? new Map<string, ProposalFile>();
    this.#filesByReview.set(uri.authority, filesOfReview);
    filesOfReview.set(uri.toString(), {
      proposedBytes: bytes,
      bytes,
      modified: this.#nextVersion++,
      isReadonly,
      isSaved: false,
    });
    this.#changeEmitter.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Replaces the text of a file as if the user had saved it; open documents without unsaved edits reload it. */
  saveText(uri: vscode.Uri, bytes: Uint8Array): void {
    this.writeFile(uri, bytes);
    this.#changeEmitter.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  forget(reviewId: string): void {
    this.#filesByReview.delete(reviewId);
  }

  /** The bytes as last saved; undefined if the file was not saved since `put`. */
  savedBytes(uri: vscode.Uri): Uint8Array | undefined {
    const file = this.#filesByReview.get(uri.authority)?.get(uri.toString());
    return file?.isSaved === true ? file.bytes : undefined;
  }

  /** Whether a file of a review was saved with another text than the proposed one; line endings do not count. */
  hasAmendedText(reviewId: string): boolean {
    const files = [...(this.#filesByReview.get(reviewId)?.values() ?? [])];
    return files.some(
      ({ proposedBytes, bytes }) => bytes !== proposedBytes && textWithLf(proposedBytes) !== textWithLf(bytes),
    );
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#findFile(uri).bytes;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const file = this.#findFile(uri);
    if (file.isReadonly) throw vscode.FileSystemError.NoPermissions(uri);
    // Fires no change event: the editor that writes here shows the text already.
    file.bytes = content;
    file.isSaved = true;
    file.modified = this.#nextVersion++;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const file = this.#findFile(uri);
    const size = file.bytes.length;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: file.modified, size };
    return file.isReadonly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  #findFile(uri: vscode.Uri): ProposalFile {
    const file = this.#filesByReview.get(uri.authority)?.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}

function textWithLf(bytes: Uint8Array): string {
  return withEol(new TextDecoder().decode(bytes), '\n');
}
