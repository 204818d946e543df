import * as vscode from 'vscode';

/** A workspace folder that lies in another one. */
export interface NestedFolder {
  readonly uri: string;
  /** Its path below the folder around it, with `/`. */
  readonly path: string;
}

/** The workspace folders that lie in a workspace folder (named by its URI). */
export function foldersInside(folder: string): NestedFolder[] {
  const around = vscode.Uri.parse(folder, true);
  const top = `${around.path.replace(/\/$/, '')}/`;
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === around.scheme && uri.authority === around.authority)
    .filter(({ uri }) => uri.path.length > top.length && uri.path.startsWith(top))
    .map(({ uri }) => ({ uri: uri.toString(), path: uri.path.slice(top.length).replace(/\/$/, '') }));
}

/** The path below `folder` of what is in it or is it; undefined for what is not. */
export function pathIn(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
