import * as vscode from 'vscode';
import type { LocalFiles } from '../../tools/ports/diskPorts.ts';

let local: LocalFiles | undefined;

/**
 * From now on `fileSystem` goes to the local disk itself. Each of the editor's own calls asks the window first, which
 * takes 5 ms and more where the disk takes a tenth of one.
 */
export function useLocalFiles(files: LocalFiles): void {
  local = files;
}

type FileSystem = Pick<vscode.FileSystem, 'stat' | 'readFile' | 'readDirectory'>;

/** As `vscode.workspace.fs`, errors included. What is not on a local disk goes through the editor. */
export const fileSystem: FileSystem = {
  stat: (uri) => onDisk(uri, (disk, file) => disk.stat(file)) ?? vscode.workspace.fs.stat(uri),
  readFile: (uri) => onDisk(uri, (disk, file) => disk.readFile(file)) ?? vscode.workspace.fs.readFile(uri),
  readDirectory: (uri) =>
    onDisk(uri, (disk, file) => disk.readDirectory(file)) ?? vscode.workspace.fs.readDirectory(uri),
};

/** Whether `fileSystem` goes to the disk itself, past the editor, for what stands here. */
export function isOnLocalDisk(uri: vscode.Uri): boolean {
  return local !== undefined && uri.scheme === 'file' && uri.authority === '';
}

/** Undefined where the editor has to be asked. */
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
