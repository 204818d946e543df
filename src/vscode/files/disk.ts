import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';

/** Stats a URI (a link itself, not its target). Undefined if nothing is there; throws other errors of the file system. */
export async function statOf(uri: vscode.Uri): Promise<FileStat | undefined> {
  try {
    const { type, size, mtime: modified } = await fileSystem.stat(uri);
    const targetType = typeOf(type & ~vscode.FileType.SymbolicLink);
    if (!isLink(type)) return { type: targetType, size, modified };
    const isBroken = type === vscode.FileType.SymbolicLink;
    return { type: 'symlink', size, modified, ...(isBroken ? {} : { targetType }) };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

export function isLink(type: vscode.FileType): boolean {
  return (type & vscode.FileType.SymbolicLink) !== 0;
}

/** The type of what is no link. */
export function typeOf(type: vscode.FileType): 'file' | 'directory' | 'other' {
  if (type === vscode.FileType.File) return 'file';
  return type === vscode.FileType.Directory ? 'directory' : 'other';
}

/** Whether an error says that nothing is at the path, or that a part of the path is a file. */
export function isMissing(cause: unknown): boolean {
  return (
    cause instanceof vscode.FileSystemError && (cause.code === 'FileNotFound' || cause.code === 'FileNotADirectory')
  );
}

/** The open document of a URI, if it has unsaved edits. */
export function dirtyDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
}

/** The system's path of a `file:` URI. A folder that a browser opened on Windows has no drive; its path is written with `/`. */
export function diskPath({ fsPath, path }: vscode.Uri): string {
  return /^\\(?!\\)/.test(fsPath) ? path : fsPath;
}
