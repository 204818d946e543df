// Lists the workspace folders in which agents can work.
import * as vscode from 'vscode';

/** The workspace folders on disk. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
