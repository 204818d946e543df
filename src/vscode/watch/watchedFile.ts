// Finds a file in the workspace folders that Watch scans, and the bytes that the editor wrote when it saved the file.

import * as vscode from 'vscode';
import { equalBytes } from '../../core/text/bytes.ts';
import type { FolderWatch } from '../../tools/ports/watchPort.ts';
import { encodeText } from '../files/codec.ts';
import { relativeTo } from '../search/searchRoots.ts';
import { folderUriOf } from '../files/paths/workspaceRoots.ts';
import type { ContentOnDisk } from './writeLog.ts';

export interface WatchedFile {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Lists the paths in the folder that have changes to review, listed by it or by a folder around it. */
  readonly listToReview: () => readonly string[];
  readonly read: () => ContentOnDisk;
}

/** Finds the watch of a folder by its URI; undefined while the folder is not watched. */
type WatchOf = (folder: string) => FolderWatch | undefined;

export function findWatchedFile(uri: vscode.Uri, watchOf: WatchOf): WatchedFile | undefined {
  const folder = uri.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  if (folder === undefined) return undefined;
  const folderUri = folderUriOf(folder);
  return {
    folder: folderUri,
    path: relativeTo(folder, uri),
    listToReview: () => listToReview(folder, watchOf),
    read: () => readNow(folder, uri, watchOf),
  };
}

function listToReview(folder: vscode.WorkspaceFolder, watchOf: WatchOf): readonly string[] {
  const ownPaths = [...(watchOf(folderUriOf(folder))?.items.keys() ?? [])];
  const outer = folderAround(folder);
  if (outer === undefined) return ownPaths;
  const prefix = `${relativeTo(outer, folder.uri)}/`;
  const pathsInOuter = listToReview(outer, watchOf).filter((path) => path.startsWith(prefix));
  return [...ownPaths, ...pathsInOuter.map((path) => path.slice(prefix.length))];
}

/** Reads a file by the watch of its folder; while that is off, by the watch of a folder around it. */
function readNow(folder: vscode.WorkspaceFolder, file: vscode.Uri, watchOf: WatchOf): ReturnType<WatchedFile['read']> {
  const watch = watchOf(folderUriOf(folder));
  if (watch !== undefined) return watch.readNow(relativeTo(folder, file));
  const outer = folderAround(folder);
  return outer === undefined ? undefined : readNow(outer, file, watchOf);
}

/** The innermost workspace folder that contains another one. */
function folderAround(folder: vscode.WorkspaceFolder): vscode.WorkspaceFolder | undefined {
  const outer = vscode.workspace.getWorkspaceFolder(vscode.Uri.joinPath(folder.uri, '..'));
  return outer === folder ? undefined : outer;
}

/**
 * Finds the bytes that the editor wrote when it saved a document whose text kept changing: encodes the text that is on
 * disk now. If none of the texts is, since an agent has written the file meanwhile, encodes the last one.
 * @param texts texts of the document since its save began, oldest first; at least one
 * @param readDisk called only if there are several texts to choose from
 */
export async function findSavedBytes(
  texts: readonly string[],
  encoding: string,
  readDisk: () => ContentOnDisk,
): Promise<Uint8Array> {
  const onDisk = texts.length > 1 ? readDisk() : undefined;
  let last: Uint8Array | undefined;
  for (const text of texts.toReversed()) {
    const bytes = await encodeAsEditor(text, encoding);
    if (onDisk instanceof Uint8Array && equalBytes(bytes, onDisk)) return bytes;
    last ??= bytes;
  }
  return last ?? new Uint8Array();
}

/** Encodes as the editor saves: replaces characters that the encoding lacks, which `encodeText` rejects. */
async function encodeAsEditor(text: string, encoding: string): Promise<Uint8Array> {
  const lossless = await encodeText(text, encoding).catch(() => undefined);
  return lossless?.bytes ?? (await vscode.workspace.encode(text, { encoding }));
}
