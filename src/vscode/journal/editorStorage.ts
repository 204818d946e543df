// Opens the folder that stores the journal: on the local disk, or else through VS Code's file system.

import * as vscode from 'vscode';
import { concatBytes, equalBytes } from '../../core/text/bytes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { isMissing } from '../files/fileSystem.ts';
import { delay } from '../../async/eventLoop.ts';

/** Time that a claim waits before it reads back the winner: another window may overwrite it until then. */
const claimDelayMs = 400;

/** Opens a folder of the local disk as storage, by its `file:` URI. */
export type OpenLocalStorage = (uri: string) => StorageFolder;

/** Opens a folder as storage: through the local disk if it is on one, else through the editor. */
export function openStorage(folder: vscode.Uri, local: OpenLocalStorage | undefined): StorageFolder {
  const isLocal = folder.scheme === 'file' && folder.authority === '';
  return (isLocal ? local?.(folder.toString()) : undefined) ?? new EditorStorage(folder);
}

/**
 * Implements a storage folder with the editor's file system. This API cannot flush, append, read parts of a file, set
 * permissions, or create exclusively (O_EXCL): of two windows that claim a file, the later one wins, and of two that
 * append at once, one may overwrite the other.
 */
export class EditorStorage implements StorageFolder {
  readonly #root: vscode.Uri;

  constructor(root: vscode.Uri) {
    this.#root = root;
  }

  async prepare(folders: readonly string[]): Promise<void> {
    for (const folder of folders) await vscode.workspace.fs.createDirectory(this.#uriOf(folder));
  }

  async list(folder: string): Promise<readonly string[]> {
    const entries = await undefinedIfMissing(vscode.workspace.fs.readDirectory(this.#uriOf(folder)));
    return (entries ?? []).map(([name]) => name);
  }

  read(file: string): Promise<Uint8Array | undefined> {
    return undefinedIfMissing(vscode.workspace.fs.readFile(this.#uriOf(file)));
  }

  async readPart(file: string, from: number, length: number): Promise<Uint8Array | undefined> {
    return (await this.read(file))?.slice(from, from + length);
  }

  async stat(file: string): Promise<{ readonly size: number; readonly modified: number } | undefined> {
    const stats = await undefinedIfMissing(vscode.workspace.fs.stat(this.#uriOf(file)));
    return stats && { size: stats.size, modified: stats.mtime };
  }

  write(file: string, parts: readonly Uint8Array[]): Promise<void> {
    return this.writeUnflushed(file, concatBytes(parts));
  }

  /** Writes a draft and renames it over the file (atomic rename). Removes a draft that fails. */
  async writeUnflushed(file: string, bytes: Uint8Array): Promise<void> {
    const draft = `${file}.${crypto.randomUUID().slice(0, 8)}.draft`;
    try {
      await vscode.workspace.fs.writeFile(this.#uriOf(draft), bytes);
      await vscode.workspace.fs.rename(this.#uriOf(draft), this.#uriOf(file), { overwrite: true });
    } catch (cause) {
      await this.remove(draft).catch(() => undefined);
      throw cause;
    }
  }

  async overwrite(file: string, from: number, bytes: Uint8Array): Promise<void> {
    const oldBytes = (await this.read(file)) ?? new Uint8Array();
    const rest = oldBytes.slice(from + bytes.length);
    await this.writeUnflushed(file, concatBytes([oldBytes.slice(0, from), bytes, rest]));
  }

  async append(file: string, bytes: Uint8Array): Promise<void> {
    const oldBytes = (await this.read(file)) ?? new Uint8Array();
    await vscode.workspace.fs.writeFile(this.#uriOf(file), concatBytes([oldBytes, bytes]));
  }

  async claim(file: string, bytes: Uint8Array): Promise<boolean> {
    if ((await this.read(file)) !== undefined) return false;
    await this.writeUnflushed(file, bytes);
    await delay(claimDelayMs);
    const winner = await this.read(file);
    return winner !== undefined && equalBytes(winner, bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    await undefinedIfMissing(vscode.workspace.fs.rename(this.#uriOf(from), this.#uriOf(to), { overwrite: true }));
  }

  async remove(file: string): Promise<void> {
    await undefinedIfMissing(vscode.workspace.fs.delete(this.#uriOf(file)));
  }

  #uriOf(file: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#root, file);
  }
}

async function undefinedIfMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}
