// Notifies the user that a built-in edit tool of VS Code wrote a file without a review. Loaded by `hostEdits.ts`.
import * as vscode from 'vscode';
import { baseName } from '../../core/path/pathParts.ts';
import { notify } from '../messages/notify.ts';

/** Notifies the user, and offers to connect VS Code, Redline's agent, or the list of tools to turn off the built-in ones. */
export async function notifyHostEdit(path: string): Promise<void> {
  const connect = vscode.l10n.t('Connect an Agent…');
  const redline = vscode.l10n.t('Use the Redline Agent');
  const tools = vscode.l10n.t('Choose Tools…');
  const picked = await notify(
    'Information',
    vscode.l10n.t(
      'The chat changed {0} with a built-in edit tool, which writes without a Redline review. To review every change first, connect VS Code as an agent, choose the agent Redline in the chat, or turn the built-in edit tools off.',
      baseName(path),
    ),
    connect,
    redline,
    tools,
  );
  if (picked === connect) await vscode.commands.executeCommand('redline.connectAgent');
  if (picked === redline) await vscode.commands.executeCommand('redline.openChat');
  if (picked !== tools) return;
  // `configureTools` opens the list of the focused chat.
  await vscode.commands.executeCommand('workbench.action.chat.open', { mode: 'agent' });
  await vscode.commands.executeCommand('workbench.action.chat.configureTools');
}
