import * as vscode from 'vscode';
import { PlainFiles } from './plainFiles.ts';

/** Files that can only be read. */
export type ReadFiles = Pick<vscode.FileSystemProvider, 'stat' | 'readFile'>;

/**
 * A file system that stands before what it reads from is loaded, since VS Code asks it for the tabs that it restores
 * and gives up where there is none.
 */
export class LazyFiles extends PlainFiles implements vscode.FileSystemProvider {
  readonly #files: () => Promise<ReadFiles>;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  /** @param files resolves once loaded. */
  constructor(files: () => Promise<ReadFiles>) {
    super();
    this.#files = files;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#files()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#files()).readFile(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
