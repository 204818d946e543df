import * as vscode from 'vscode';
import type { FileContent } from '../core/change.ts';
import { decodeFile, encodeText } from './codec.ts';
import { dirtyDocument } from './disk.ts';

/** Files above this many bytes are told apart by size and time alone. */
const largestHashed = 32 * 1024 * 1024;

/** Size and time of the last change of local files, in the order of the paths; `undefined` for what is not there. */
export type Stamps = (root: string, paths: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** As `Stamps`, through the editor. */
export async function editorStamps(root: vscode.Uri, paths: readonly string[]): Promise<(string | undefined)[]> {
  const stamps: (string | undefined)[] = [];
  const queue = paths.entries();
  const lane = async (): Promise<void> => {
    for (const [index, path] of queue) stamps[index] = await stampOf(vscode.Uri.joinPath(root, path));
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return stamps;
}

async function stampOf(uri: vscode.Uri): Promise<string | undefined> {
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  return stat === undefined ? undefined : `${stat.size}:${stat.mtime}`;
}

/** A file as it is now: the unsaved buffer where there is one. */
export interface FileNow {
  readonly content: FileContent | undefined;
  readonly unsaved: boolean;
}

/** `content` is undefined for what cannot be read or is too large. */
export async function readNow(uri: vscode.Uri): Promise<FileNow> {
  const dirty = dirtyDocument(uri);
  try {
    if (dirty !== undefined) return { content: await encodeText(dirty.getText(), dirty.encoding), unsaved: true };
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File || size > largestHashed) return { content: undefined, unsaved: false };
    return { content: (await decodeFile(uri, await vscode.workspace.fs.readFile(uri))).content, unsaved: false };
  } catch {
    return { content: undefined, unsaved: false };
  }
}
