// Lists the workspace folders that agents and Watch can reach.
import * as vscode from 'vscode';

/** The workspace folders on disk; those of other file systems are invisible to programs outside the editor. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
