// Lists the workspace folders on disk, and formats their URIs.
import * as vscode from 'vscode';

/** The workspace folders on disk; agents outside the editor, and Watch, can reach no others. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** URI of a folder without a final slash, which only the root of a file system has; Watch stores it in this form. */
export function folderUriOf({ uri }: vscode.WorkspaceFolder): string {
  return uri.toString().replace(/\/$/, '');
}
