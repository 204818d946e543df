// Creates the inputs of `redline_write_file` for two commands: a sample file to review, and the extension's agent file.

import * as vscode from 'vscode';

/** An input of `redline_write_file`. */
type NewFileInput = Readonly<Record<'filePath' | 'content', string>>;

/** The input of a harmless change, for trying a review without an agent. */
export function sampleFileInput(): NewFileInput & Readonly<Record<'mode', 'create'>> {
  const content = [
    '# ' + vscode.l10n.t('A change for you to try'),
    '',
    vscode.l10n.t('This text is only a proposal. Nothing is written until you approve it.'),
    '',
    `- ${vscode.l10n.t('Amend it here if you like: what you see is what will be written.')}`,
    `- ${vscode.l10n.t('Approve it with the check mark in the title bar, or reject it with the cross.')}`,
    `- ${vscode.l10n.t('Then run "Redline: Undo Last Agent Change", and the file is gone.')}`,
    '',
  ].join('\n');
  return { filePath: 'redline-tour.md', content, mode: 'create' };
}

/** Path at which sessions of Copilot's harness look for the agents of a workspace. */
const agentFilePath = '.github/agents/redline.agent.md';

/**
 * The input of the call that writes the extension's agent file into a workspace folder, since a harness outside the
 * editor sees only the agents of the workspace. Undefined if the user picks no folder.
 */
export async function agentFileInput({ extensionUri }: vscode.Extension<unknown>): Promise<NewFileInput | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'agents/redline.agent.md'));
  const filePath = folders.length > 1 ? `${folder.name}/${agentFilePath}` : agentFilePath;
  return { filePath, content: new TextDecoder().decode(bytes) };
}
