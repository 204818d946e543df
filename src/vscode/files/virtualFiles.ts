// Provides the parts that Redline's virtual file systems share.

import * as vscode from 'vscode';

/**
 * Scheme of the history's files: `redline-history://<entry id>/<path>?<change index>-before` (`-after`, `-now-<n>`).
 */
export const historyScheme = 'redline-history';

/** Base class of file systems that serve single files, which nobody creates, moves or deletes through the editor. */
export abstract class VirtualFiles {
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

export interface FileSource {
  /** The content of a file. Throws `FileNotFound`. */
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
}

/**
 * Serves read-only files whose source is loaded at the first read. VS Code reads the tabs that it restores at once, and
 * shows an error in them if their file system is not registered yet.
 */
export class LazyFiles extends VirtualFiles implements vscode.FileSystemProvider {
  readonly #load: () => Promise<FileSource>;
  /** Never fires, since the content of a URI never changes. */
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(load: () => Promise<FileSource>) {
    super();
    this.#load = load;
  }

  /** Reads the file, since only its content tells its size. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#load()).readFile(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
