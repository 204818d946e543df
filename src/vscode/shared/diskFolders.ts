// Lists the workspace folders that agents and Watch can reach.
import * as vscode from 'vscode';

/** The workspace folders on disk. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
