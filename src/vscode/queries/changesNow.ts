import * as vscode from 'vscode';
import { sha256 } from '../../core/text/hash.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import { decodeFile, encodeText } from '../files/codec.ts';
import type { Hashed } from './changesKnown.ts';
import { dirtyDocument } from '../files/disk.ts';
import { fileSystem } from '../files/fileSystem.ts';

/** Files above this many bytes are told apart by size and time alone. */
const largestHashed = 32 * 1024 * 1024;

/** Size and time of the last change of local files, in the order of the paths; `undefined` for what is not there. */
export type Stamps = (root: string, paths: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** As `Stamps`, through the editor. */
export async function editorStamps(root: vscode.Uri, paths: readonly string[]): Promise<(string | undefined)[]> {
  const stamps: (string | undefined)[] = [];
  await eachInLanes(paths, async (path, index) => {
    stamps[index] = await stampOf(vscode.Uri.joinPath(root, path));
  });
  return stamps;
}

async function stampOf(uri: vscode.Uri): Promise<string | undefined> {
  const stat = await fileSystem.stat(uri).then(undefined, () => undefined);
  return stat === undefined ? undefined : `${stat.size}:${stat.mtime}`;
}

/** A file as it is now: the unsaved buffer where there is one. */
export interface FileNow extends Hashed {
  readonly unsaved: boolean;
}

export async function readNow(uri: vscode.Uri): Promise<FileNow> {
  const dirty = dirtyDocument(uri);
  const nothing = { sha256: undefined, bytes: undefined, unsaved: false };
  try {
    if (dirty !== undefined) return { ...(await encodeText(dirty.getText(), dirty.encoding)), unsaved: true };
    const { size, type } = await fileSystem.stat(uri);
    if (type !== vscode.FileType.File || size > largestHashed) return nothing;
    const bytes = await fileSystem.readFile(uri);
    return { bytes, sha256: await sha256(bytes), unsaved: false };
  } catch {
    return nothing;
  }
}

/** The text of a file's bytes; undefined where they are none. */
export async function textOf(uri: vscode.Uri, bytes: Uint8Array | undefined): Promise<string | undefined> {
  if (bytes === undefined) return undefined;
  const { content } = await decodeFile(uri, bytes);
  return content.kind === 'text' ? content.text : undefined;
}
