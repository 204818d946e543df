import type * as vscode from 'vscode';
import { fileSystem } from '../fileSystem.ts';
import { isMissing } from '../disk.ts';

/** What the name of a file ends with that is not whole yet. */
export const draftEnding = '.draft';

/** Writes a draft that takes the file's place, so that nobody ever reads half of it. A draft that fails goes again. */
export async function writeWhole(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const draft = uri.with({ path: `${uri.path}.${crypto.randomUUID().slice(0, 8)}${draftEnding}` });
  try {
    await fileSystem.writeFile(draft, bytes);
    await fileSystem.rename(draft, uri, { overwrite: true });
  } catch (cause) {
    await deleteIfThere(draft).catch(() => undefined);
    throw cause;
  }
}

/** The bytes of a file, or undefined where it is not there. */
export function readIfThere(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  return unlessMissing(fileSystem.readFile(uri));
}

export function statIfThere(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  return unlessMissing(fileSystem.stat(uri));
}

export async function deleteIfThere(uri: vscode.Uri): Promise<void> {
  await unlessMissing(fileSystem.delete(uri));
}

/** Many files at a time, since each waits for the disk, but not all, since each holds a file open. */
export async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 16) await Promise.all(all.slice(at, at + 16).map(work));
}

async function unlessMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}
