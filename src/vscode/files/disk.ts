import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';

/** What stands at a URI, the link itself and not its target; undefined where nothing is there. Throws what the file system throws otherwise. */
export async function statOf(uri: vscode.Uri): Promise<FileStat | undefined> {
  try {
    const stat = await fileSystem.stat(uri);
    const target = typeOf(stat.type & ~vscode.FileType.SymbolicLink);
    const isLink = (stat.type & vscode.FileType.SymbolicLink) !== 0;
    const common = { size: stat.size, modified: stat.mtime };
    if (!isLink) return { type: target, ...common };
    return stat.type === vscode.FileType.SymbolicLink
      ? { type: 'symlink', ...common }
      : { type: 'symlink', ...common, targetType: target };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/** VS Code's type as ours. */
export function typeOf(type: vscode.FileType): 'file' | 'directory' | 'other' {
  if (type === vscode.FileType.File) return 'file';
  return type === vscode.FileType.Directory ? 'directory' : 'other';
}

/** Whether an error says that nothing is at the path, or that a file stands where a folder was expected. */
export function isMissing(cause: unknown): boolean {
  return (
    cause instanceof vscode.FileSystemError && (cause.code === 'FileNotFound' || cause.code === 'FileNotADirectory')
  );
}

/** The open document of a URI, if its text is not what is on disk. */
export function dirtyDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
}

/**
 * The path of a `file:` URI as the system writes it. A folder that a browser opened on Windows has no drive; its path is
 * written with `/`, as that of any other file system without one.
 */
export function diskPath({ fsPath, path }: vscode.Uri): string {
  return /^\\(?!\\)/.test(fsPath) ? path : fsPath;
}
