// Stores the journal through VS Code's file system, if there is no local disk.

import * as vscode from 'vscode';
import { concatBytes } from '../../core/text/concatBytes.ts';
import { equalBytes } from '../../core/text/equalBytes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { isMissing } from '../files/fileSystem.ts';
import { delay } from '../../async/eventLoop.ts';

/** Milliseconds that a claim waits for the claims of other windows, since the last one wins. */
const claimDelay = 400;

/** Opens a folder of the local disk as storage, by its `file:` URI. */
export type OpenStorage = (uri: string) => StorageFolder;

/** Opens a folder as storage: through the local disk if it is on one, else through the editor. */
export function storageIn(folder: vscode.Uri, local: OpenStorage | undefined): StorageFolder {
  const isLocal = folder.scheme === 'file' && folder.authority === '';
  return (isLocal ? local?.(folder.toString()) : undefined) ?? new EditorStorage(folder);
}

/**
 * Implements a storage folder with the editor's file system. That cannot flush, append, read parts of a file, set
 * permissions, or create exclusively (O_EXCL): of two windows that claim a file the later one wins.
 */
export class EditorStorage implements StorageFolder {
  readonly #root: vscode.Uri;

  constructor(root: vscode.Uri) {
    this.#root = root;
  }

  async ready(folders: readonly string[]): Promise<void> {
    for (const folder of folders) await vscode.workspace.fs.createDirectory(this.#at(folder));
  }

  async list(folder: string): Promise<readonly string[]> {
    const entries = await unlessMissing(vscode.workspace.fs.readDirectory(this.#at(folder)));
    return (entries ?? []).map(([name]) => name);
  }

  read(file: string): Promise<Uint8Array | undefined> {
    return unlessMissing(vscode.workspace.fs.readFile(this.#at(file)));
  }

  async readPart(file: string, from: number, length: number): Promise<Uint8Array | undefined> {
    return (await this.read(file))?.slice(from, from + length);
  }

  async stat(file: string): Promise<{ readonly size: number; readonly modified: number } | undefined> {
    const stats = await unlessMissing(vscode.workspace.fs.stat(this.#at(file)));
    return stats && { size: stats.size, modified: stats.mtime };
  }

  write(file: string, parts: readonly Uint8Array[]): Promise<void> {
    return this.writeUnflushed(file, concatBytes(parts));
  }

  /** Writes a draft and renames it over the file (atomic rename). Removes a draft that fails. */
  async writeUnflushed(file: string, bytes: Uint8Array): Promise<void> {
    const draft = `${file}.${crypto.randomUUID().slice(0, 8)}.draft`;
    try {
      await vscode.workspace.fs.writeFile(this.#at(draft), bytes);
      await vscode.workspace.fs.rename(this.#at(draft), this.#at(file), { overwrite: true });
    } catch (cause) {
      await this.remove(draft).catch(() => undefined);
      throw cause;
    }
  }

  async overwrite(file: string, from: number, bytes: Uint8Array): Promise<void> {
    const before = (await this.read(file)) ?? new Uint8Array();
    await this.writeUnflushed(file, concatBytes([before.slice(0, from), bytes, before.slice(from + bytes.length)]));
  }

  async append(file: string, bytes: Uint8Array): Promise<void> {
    const before = (await this.read(file)) ?? new Uint8Array();
    await vscode.workspace.fs.writeFile(this.#at(file), concatBytes([before, bytes]));
  }

  async claim(file: string, bytes: Uint8Array): Promise<boolean> {
    if ((await this.read(file)) !== undefined) return false;
    await this.writeUnflushed(file, bytes);
    await delay(claimDelay);
    const now = await this.read(file);
    return now !== undefined && equalBytes(now, bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    await unlessMissing(vscode.workspace.fs.rename(this.#at(from), this.#at(to), { overwrite: true }));
  }

  async remove(file: string): Promise<void> {
    await unlessMissing(vscode.workspace.fs.delete(this.#at(file)));
  }

  #at(file: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#root, file);
  }
}

async function unlessMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}
