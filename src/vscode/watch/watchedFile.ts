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
  /** Lists the paths in the folder that have changes to review, in its list or in that of a folder around it. */
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
