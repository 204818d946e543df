import * as vscode from 'vscode';
import type { LocalFiles } from '../../tools/ports/diskPorts.ts';

let local: LocalFiles | undefined;

/**
 * Makes `fileSystem` read the local disk directly. A call of the editor's file system goes through the window and takes
 * 5 ms or more; the disk takes a tenth of one.
 */
export function useLocalFiles(files: LocalFiles): void {
  local = files;
}

type FileSystem = Pick<vscode.FileSystem, 'stat' | 'readFile' | 'readDirectory'>;

/** Reads as `vscode.workspace.fs` does, with the same errors; files on the local disk are read directly. */
export const fileSystem: FileSystem = {
  stat: (uri) => onDisk(uri, (disk, file) => disk.stat(file)) ?? vscode.workspace.fs.stat(uri),
  readFile: (uri) => onDisk(uri, (disk, file) => disk.readFile(file)) ?? vscode.workspace.fs.readFile(uri),
  readDirectory: (uri) =>
    onDisk(uri, (disk, file) => disk.readDirectory(file)) ?? vscode.workspace.fs.readDirectory(uri),
};

/** Whether `fileSystem` reads a URI directly from the disk. */
export function isOnLocalDisk(uri: vscode.Uri): boolean {
  return local !== undefined && uri.scheme === 'file' && uri.authority === '';
}

/** Undefined if the URI is not on the local disk. */
function onDisk<T>(uri: vscode.Uri, work: (disk: LocalFiles, file: string) => Promise<T>): Promise<T> | undefined {
  if (local === undefined || !isOnLocalDisk(uri)) return undefined;
  return work(local, uri.toString()).catch((cause: unknown) => {
    throw asEditorError(cause, uri);
  });
}

function asEditorError(cause: unknown, uri: vscode.Uri): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'ENOENT':
      return vscode.FileSystemError.FileNotFound(uri);
    case 'ENOTDIR':
      return vscode.FileSystemError.FileNotADirectory(uri);
    case 'EISDIR':
      return vscode.FileSystemError.FileIsADirectory(uri);
    case 'EEXIST':
      return vscode.FileSystemError.FileExists(uri);
    case 'EACCES':
    case 'EPERM':
      return vscode.FileSystemError.NoPermissions(uri);
    default:
      return cause;
  }
}
