// Finds a file in the workspace folders that Watch scans.

import * as vscode from 'vscode';
import type { FolderWatch } from '../../tools/ports/watchPort.ts';
import { relativeTo } from '../search/searchRoots.ts';
import { folderUriOf } from '../shared/diskFolders.ts';
import type { ContentOnDisk } from './writeLog.ts';

export interface WatchedFile {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Lists the paths in the folder that have changes to review. */
  readonly listToReview: () => readonly string[];
  readonly read: () => ContentOnDisk;
}

/** By folder URI; undefined while the folder is not watched. */
type WatchOf = (folder: string) => FolderWatch | undefined;

export function findWatchedFile(uri: vscode.Uri, watchOf: WatchOf): WatchedFile | undefined {
  const folder = uri.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  if (folder === undefined) return undefined;
  const folderUri = folderUriOf(folder);
  return {
    folder: folderUri,
    path: relativeTo(folder, uri),
    listToReview: () => [...(watchOf(folderUri)?.items.keys() ?? [])],
    read: () => readNow(folder, uri, watchOf),
  };
}

/** Reads a file by the watch of its folder; while that is off, by the watch of a folder around it. */
function readNow(folder: vscode.WorkspaceFolder, file: vscode.Uri, watchOf: WatchOf): ReturnType<WatchedFile['read']> {
  const watch = watchOf(folderUriOf(folder));
  if (watch !== undefined) return watch.readNow(relativeTo(folder, file));
  const outer = vscode.workspace.getWorkspaceFolder(vscode.Uri.joinPath(folder.uri, '..'));
  return outer === undefined || outer === folder ? undefined : readNow(outer, file, watchOf);
}
