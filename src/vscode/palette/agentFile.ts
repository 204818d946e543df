// Prepares the file of Redline's own agent for a workspace.

import * as vscode from 'vscode';

/** Path at which sessions of Copilot's harness look for the agents of a workspace. */
const agentFilePath = '.github/agents/redline.agent.md';

/**
 * The input of the call that writes the extension's agent into a workspace folder, since a harness outside the editor
 * sees only the agents of the workspace. Undefined if the user picks no folder.
 */
export async function prepareAgentFile(
  extensionUri: vscode.Uri,
): Promise<{ readonly filePath: string; readonly content: string } | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'agents/redline.agent.md'));
  const filePath = folders.length > 1 ? `${folder.name}/${agentFilePath}` : agentFilePath;
  return { filePath, content: new TextDecoder().decode(bytes) };
}
