// Registers the command that opens a team policy, or creates a draft of one.
import * as vscode from 'vscode';
import { registerCommands } from '../../shared/contributions/commands.ts';
import { statOf } from '../../files/fileSystem.ts';
import { teamPolicyUri } from './teamPolicyFile.ts';
import { notify } from '../../messages/notify.ts';

const draftText = `${JSON.stringify({ rules: [], 'review.when': 'before' }, null, 2)}\n`;

/** Registers the command. Its argument, a workspace folder's URI, is optional. */
export function registerOpenTeamPolicy(): vscode.Disposable {
  return registerCommands({
    'redline.openTeamPolicy': async (givenFolder?: unknown) => {
      const folder = givenFolder instanceof vscode.Uri ? givenFolder : await pickFolder();
      if (folder !== undefined) await open(teamPolicyUri(folder));
    },
  });
}

/** Opens the policy, or a draft that is not on disk until the user saves it. */
async function open(uri: vscode.Uri): Promise<void> {
  const exists = (await statOf(uri)) !== undefined;
  const { window, workspace } = vscode;
  const editor = await window.showTextDocument(
    await workspace.openTextDocument(exists ? uri : uri.with({ scheme: 'untitled' })),
  );
  // A draft that was opened before keeps its text.
  if (exists || editor.document.getText() !== '') return;
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), draftText));
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1) return (await vscode.window.showWorkspaceFolderPick())?.uri;
  if (folders.length === 0)
    void notify('Information', vscode.l10n.t('Open a folder first: a team policy is a file in it.'));
  return folders[0]?.uri;
}
