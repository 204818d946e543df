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

const { FileSystemError } = vscode;

/** The error of `vscode.workspace.fs` for each error code of the system. */
const editorErrors = new Map<unknown, (uri: vscode.Uri) => vscode.FileSystemError>([
  ['ENOENT', (uri) => FileSystemError.FileNotFound(uri)],
  ['ENOTDIR', (uri) => FileSystemError.FileNotADirectory(uri)],
  ['EISDIR', (uri) => FileSystemError.FileIsADirectory(uri)],
  ['EEXIST', (uri) => FileSystemError.FileExists(uri)],
  ['EACCES', (uri) => FileSystemError.NoPermissions(uri)],
  ['EPERM', (uri) => FileSystemError.NoPermissions(uri)],
]);

function asEditorError(cause: unknown, uri: vscode.Uri): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return editorErrors.get(code)?.(uri) ?? cause;
}
